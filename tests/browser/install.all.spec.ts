// The banner that offers to install the site. A browser under automation makes no real offer, so the tests dispatch
// the event.
import { messages } from '../../src/lib/shared/text/messages.ts';
import { expect, phone, test, violations, inProof } from '../support/browser.ts';
import type { Page } from '@playwright/test';

test.use({ viewport: phone });

const banner = (page: Page) => page.locator('[data-install]');

async function offer(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = (): Promise<void> => {
      const { dataset } = document.documentElement;
      dataset['prompts'] = String(Number(dataset['prompts'] ?? 0) + 1);
      return Promise.resolve();
    };
    return !dispatchEvent(Object.assign(event, { prompt }));
  });
}

test('The install banner appears when the browser offers installation, and passes the offer on', async ({
  page,
}) => {
  await page.goto('/');
  await expect(banner(page)).toBeHidden();
  // The page holds back the browser's own banner.
  expect(await offer(page)).toBe(true);
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toContainText(
    'Install NaijaBuilt as an app. Installation takes less than 10 seconds',
  );
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: messages.install.action, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prompts', '1');
  await expect(banner(page)).toBeHidden();
});

test('The closed install banner stays closed until the tab is closed', inProof, async ({ page }) => {
  await page.goto('/');
  await offer(page);
  await banner(page).getByRole('button', { name: 'Close' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(page.locator('html')).not.toHaveAttribute('data-prompts');
  await page.reload();
  await offer(page);
  await expect(banner(page)).toBeHidden();
});

test('The install banner disappears once the site was installed another way', inProof, async ({ page }) => {
  await page.goto('/');
  await offer(page);
  await expect(banner(page)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect(banner(page)).toBeHidden();
});

test(
  'The install banner covers neither the floating button nor the footer, and shifts no layout',
  inProof,
  async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const heading = page.locator('h1');
    const before = await heading.boundingBox();
    await offer(page);
    await expect(banner(page)).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
    const button = page.getByRole('link', { name: 'List your App' });
    await expect
      .poll(async () => {
        const [one, other] = [await button.boundingBox(), await banner(page).boundingBox()];
        return one && other ? one.y + one.height <= other.y : null;
      })
      .toBe(true);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const foot = await page.locator('footer .language').boundingBox();
    const bar = await banner(page).boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  },
);

test('The page works in a browser that blocks storage', inProof, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Blocked.', 'SecurityError');
        },
      });
  });
  await page.goto('/');
  await offer(page);
  await expect(banner(page)).toBeVisible();
  await banner(page).getByRole('button', { name: 'Close' }).click();
  await expect(banner(page)).toBeHidden();
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
