// The data saver: pictures wait for a tap, and the footer shows how many bytes the page took.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, phone, test, violations, inProof } from '../support/browser.ts';
import { sampleApp } from '../support/samples.ts';
import type { Page } from '@playwright/test';

// A shared browser cache would deliver pictures at no cost, and these tests measure what a page costs.
test.use({ viewport: phone, ownContext: true });

function picturesOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/media/')) asked.push(pathname);
  });
  return asked;
}

async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  });
}

const natural = (image: HTMLImageElement): number => image.naturalWidth;

test('Loads no picture before it is tapped when the browser asks to save data', async ({ page }) => {
  const asked = picturesOf(page);
  await saveData(page);
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id), { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 5_000);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  expect(await violations(page)).toEqual([]);
  const shots = page.locator('[data-shots] img');
  const size = await shots.first().boundingBox();
  await shots.first().click();
  await expect.poll(() => shots.first().evaluate(natural)).toBeGreaterThan(1);
  expect(asked).toHaveLength(1);
  const own = asked[0]?.replace(/-\d+\.\w+$/, '');
  // The picture takes the space that was reserved for it.
  expect(await shots.first().boundingBox()).toMatchObject({ width: size?.width, height: size?.height });
  await expect(page.getByRole('dialog')).toBeHidden();
  // The second tap opens the viewer, as the first one does without the data saver.
  await shots.first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // The other pictures in the viewer wait for a tap as well.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`2 / ${String(app.screenshot.length)}`)).toBeVisible();
  const second = page.locator('[data-viewer] img').nth(1);
  expect(asked.filter((path) => !path.startsWith(own ?? ''))).toEqual([]);
  await second.click();
  await expect.poll(() => second.evaluate(natural)).toBeGreaterThan(1);
});

test(
  'Requests the first screenshot once, before the others, when the data saver is off',
  inProof,
  async ({ page }) => {
    const asked = picturesOf(page);
    const app = await sampleApp(page, 2);
    await page.goto(urls.app(app.name_id), { waitUntil: 'networkidle' });
    const idOf = (address = '') => /\/media\/(\w+)-/.exec(address)?.[1] ?? 'none';
    const [first, second] = app.screenshot.map(({ image }) => idOf(image));
    const order = asked.map(idOf);
    expect(order.filter((id) => id === first)).toHaveLength(1);
    expect(order.indexOf(first ?? '')).toBeLessThan(order.indexOf(second ?? ''));
  },
);

test(
  'The switch in the menu saves data, is remembered, and can be turned off again',
  inProof,
  async ({ page }) => {
    const asked = picturesOf(page);
    // A page without pictures: a picture in the browser's cache would load at no cost.
    await page.goto('/about');
    await page.locator('summary', { hasText: 'Menu' }).click();
    const box = page.getByRole('switch', { name: 'Data saver' });
    await expect(box).not.toBeChecked();
    await box.check();
    await page.goto('/apps', { waitUntil: 'networkidle' });
    expect(asked).toEqual([]);
    const note = page.locator('[data-saver-note]');
    await expect(note).toContainText(/This page weighed \d+ KB, about ₦0\.\d\d\./);
    const weight = async () => Number(/(\d+) KB/.exec(await note.innerText())?.[1]);
    const before = await weight();
    await page.getByRole('button', { name: 'Load the pictures' }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(5);
    await expect.poll(weight).toBeGreaterThan(before);
    await expect(page.getByRole('button', { name: 'Load the pictures' })).toBeHidden();
    await page.locator('summary', { hasText: 'Menu' }).click();
    await expect(box).toBeChecked();
    await box.uncheck();
    await expect(note).toBeHidden();
    await page.reload();
    await expect.poll(() => page.locator('main img').first().evaluate(natural)).toBeGreaterThan(1);
  },
);

test("The choice in the menu overrides the browser's own setting", inProof, async ({ page }) => {
  await saveData(page);
  await page.goto('/');
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByRole('switch', { name: 'Data saver' }).uncheck();
  await page.reload();
  await expect.poll(() => page.locator('main img').first().evaluate(natural)).toBeGreaterThan(1);
});

test(
  'A card whose picture waits still opens by its name, and added cards wait too',
  inProof,
  async ({ page }) => {
    const asked = picturesOf(page);
    await saveData(page);
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Load more Apps' }).click();
    await expect(page).toHaveURL(/\?cursor=/);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    const card = page.locator('main .card').first();
    await card.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/app\//);
  },
);
