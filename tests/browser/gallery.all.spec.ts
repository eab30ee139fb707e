// The screenshot viewer, the carousels and the menu: operated by keyboard, by touch and by timer.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, laptop, phone, test, violations, inProof } from '../support/browser.ts';
import { sampleApp } from '../support/samples.ts';
import type { Locator, Page } from '@playwright/test';

test.use({ viewport: laptop });

async function openViewer(page: Page, prepare?: () => Promise<void>): Promise<number> {
  const app = await sampleApp(page, 3);
  await page.goto(urls.app(app.name_id));
  await prepare?.();
  const second = page.locator('[data-shots] a').nth(1);
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  return app.screenshot.length;
}

const at = (page: Page, number: number, of: number) =>
  expect(page.locator('[data-count]')).toHaveText(`${String(number)} / ${String(of)}`);

test(
  'The keyboard alone opens the viewer, moves through it and returns to the opener',
  inProof,
  async ({ page }) => {
    const count = await openViewer(page);
    await at(page, 2, count);
    await page.keyboard.press('ArrowRight');
    await at(page, 3, count);
    for (let step = 3; step < count; step += 1) await page.keyboard.press('ArrowRight');
    await at(page, count, count);
    await page.keyboard.press('ArrowRight');
    await at(page, 1, count);
    await page.keyboard.press('ArrowLeft');
    await at(page, count, count);
    expect(await violations(page)).toEqual([]);
    // The focus stays inside the dialog.
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('[data-shots] a').nth(count - 1)).toBeFocused();
  },
);

test('The pictures turn every eight seconds until they are paused', async ({ page }) => {
  await page.clock.install();
  // From here on the clock goes on by these calls alone, however long the test takes.
  const count = await openViewer(page, () => page.clock.pauseAt(Date.now() + 1_000));
  const pause = page.getByRole('button', { name: 'Pause rotation' });
  await expect(pause).toHaveAttribute('aria-pressed', 'false');
  await at(page, 2, count);
  await page.clock.runFor(7_900);
  await at(page, 2, count);
  await page.clock.runFor(200);
  await page.clock.resume();
  await at(page, 3, count);
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(20_000);
  await at(page, 3, count);
});

/** The strip of a listing on a phone, whose clock goes on by `runFor` alone. */
async function openStrip(page: Page) {
  await page.setViewportSize(phone);
  await page.clock.install();
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  await page.clock.pauseAt(Date.now() + 1_000);
  const strip = page.locator('[data-shots]');
  return { strip, moved: () => strip.evaluate(({ scrollLeft }) => scrollLeft) };
}

test('The strip of screenshots moves on every eight seconds, and a button pauses it', async ({ page }) => {
  const { moved } = await openStrip(page);
  const pause = page.getByRole('button', { name: 'Pause screenshots' });
  expect(await pause.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await page.clock.runFor(6_000);
  expect(await moved()).toBe(0);
  await page.clock.runFor(2_100);
  await page.clock.resume();
  await expect.poll(moved).toBeGreaterThan(100);
  expect(await violations(page)).toEqual([]);
  await pause.click();
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  const paused = await moved();
  await page.clock.runFor(30_000);
  expect(await moved()).toBe(paused);
});

for (const [what, act] of Object.entries({
  touched: (strip: Locator) => strip.dispatchEvent('pointerenter', { pointerType: 'touch' }),
  hovered: (strip: Locator) => strip.hover(),
  focused: (strip: Locator) => strip.focus(),
})) {
  test(`The strip of screenshots stays where it is once it was ${what}`, async ({ page }) => {
    const { strip, moved } = await openStrip(page);
    await act(strip);
    await page.mouse.move(0, 0);
    await page.locator('[data-menu] summary').focus();
    await page.clock.runFor(30_000);
    expect(await moved()).toBe(0);
    await expect(page.getByRole('button', { name: 'Pause screenshots' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
}

for (const [why, prepare] of Object.entries({
  'reduced motion': (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' }),
  'Save-Data': (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
    }),
})) {
  test(`The strip of screenshots never moves under ${why}`, async ({ page }) => {
    await prepare(page);
    const { moved } = await openStrip(page);
    await page.clock.runFor(30_000);
    expect(await moved()).toBe(0);
    await expect(page.getByRole('button', { name: 'Pause screenshots' })).toBeHidden();
  });
}

test('Moves nothing by itself under reduced motion', inProof, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await openViewer(page);
  await expect(page.getByRole('button', { name: 'Pause rotation' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await page.goto('/');
  await page.clock.runFor(30_000);
  const track = page.locator('[data-carousel] [data-track]');
  expect(await track.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return (
          animationName !== 'none' ||
          transitionDuration.split(', ').some((time) => Number.parseFloat(time) > 0)
        );
      }).length,
  );
  expect(moving).toBe(0);
});

test('The slogans turn by themselves until somebody chooses one', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const current = page.locator('[data-carousel] [data-dot][aria-current]');
  await page.clock.pauseAt(Date.now() + 1_000);
  await expect(current).toHaveText('Slogan 1 of 5');
  await page.mouse.move(5, 5);
  await page.clock.runFor(6_100);
  await page.clock.resume();
  await expect(current).toHaveText('Slogan 2 of 5');
  await page.getByRole('button', { name: 'Next slogan' }).click();
  await expect(current).toHaveText('Slogan 3 of 5');
  await page.getByRole('button', { name: 'Slogan 5 of 5' }).click();
  await expect(current).toHaveText('Slogan 5 of 5');
  await page.mouse.move(5, 5);
  await page.locator('body').focus();
  await page.clock.runFor(60_000);
  await expect(current).toHaveText('Slogan 5 of 5');
});

test('The menu opens by keyboard, and closes on Escape, on a click outside and when the focus leaves', async ({
  page,
}) => {
  await page.goto('/about');
  const menu = page.locator('[data-menu]');
  const summary = menu.locator('summary');
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Signup' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Signup' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  await page.mouse.click(200, 600);
  await expect(menu).not.toHaveAttribute('open');
  await summary.click();
  await page.keyboard.press('Shift+Tab');
  await expect(menu).not.toHaveAttribute('open');
});
