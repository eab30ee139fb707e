// Few bytes for those who pay for each: pictures wait, and the foot of the page says what it weighed.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, phone, test, violations } from '../support/browser.ts';
import { sampleApp } from '../support/samples.ts';
import type { Page } from '@playwright/test';

test.use({ viewport: phone });

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

test('where the browser asks to save data no picture comes until it is tapped', async ({ page }) => {
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
  // It has the place that was kept for it.
  expect(await shots.first().boundingBox()).toMatchObject({ width: size?.width, height: size?.height });
  await expect(page.getByRole('dialog')).toBeHidden();
  // The second tap does what the first one would have done.
  await shots.first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // In the viewer the others wait as well, and can be tapped there.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`2 / ${String(app.screenshot.length)}`)).toBeVisible();
  const second = page.locator('[data-viewer] img').nth(1);
  expect(asked.filter((path) => !path.startsWith(own ?? ''))).toEqual([]);
  await second.click();
  await expect.poll(() => second.evaluate(natural)).toBeGreaterThan(1);
});

test('where data need not be saved the first screenshot is asked for once, before the others', async ({
  page,
}) => {
  const asked = picturesOf(page);
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id), { waitUntil: 'networkidle' });
  const idOf = (address = '') => /\/media\/(\w+)-/.exec(address)?.[1] ?? 'none';
  const [first, second] = app.screenshot.map(({ image }) => idOf(image));
  const order = asked.map(idOf);
  expect(order.filter((id) => id === first)).toHaveLength(1);
  expect(order.indexOf(first ?? '')).toBeLessThan(order.indexOf(second ?? ''));
});

test('the switch in the menu does the same, is remembered, and can be turned back', async ({ page }) => {
  const asked = picturesOf(page);
  // No pictures here: one that the browser has already costs nothing, and is not asked for again.
  await page.goto('/about');
  await page.locator('summary', { hasText: 'Menu' }).click();
  const box = page.getByRole('switch', { name: 'Data saver' });
  await expect(box).not.toBeChecked();
  await box.check();
  await page.goto('/apps', { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  const note = page.locator('[data-saver-note]');
  await expect(note).toContainText(/This page weighed \d+ KB\./);
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
});

test('a choice in the menu outweighs what the browser asks for', async ({ page }) => {
  await saveData(page);
  await page.goto('/');
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByRole('switch', { name: 'Data saver' }).uncheck();
  await page.reload();
  await expect.poll(() => page.locator('main img').first().evaluate(natural)).toBeGreaterThan(1);
});

test('a card whose picture waits can still be opened by its name, and more of the list waits too', async ({
  page,
}) => {
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
});

test('nothing is fetched that was not asked for: no page before a tap', async ({ page }) => {
  const documents: string[] = [];
  page.on('request', (request) => {
    const headers = request.headers();
    if (headers['purpose'] ?? headers['sec-purpose']) documents.push(request.url());
  });
  const answer = await page.goto('/');
  expect(answer?.headers()['speculation-rules']).toBeUndefined();
  await page.locator('main .card a').first().hover();
  await page.waitForLoadState('networkidle');
  expect(documents).toEqual([]);
  await expect(
    page.locator('link[rel=prefetch], link[rel=prerender], script[type=speculationrules]'),
  ).toHaveCount(0);
});
