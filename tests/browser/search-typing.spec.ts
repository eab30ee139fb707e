// Typing into the search box: keys, late answers, input methods, and text typed before the script loaded.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, ready, test, inProof } from '../support/browser.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search Apps...' });

const rows = (page: Page) => page.locator('[data-results] .row');

test('A late answer does not overwrite a newer one', inProof, async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/search/results?q=paystack', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest('**/search/results?q=paystack');
  await box(page).fill('paystack');
  await asked;
  await box(page).fill('kuda');
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/search?q=kuda');
  await expect(page.getByRole('link', { name: 'Paystack' })).toBeHidden();
});

test(
  'The box takes letters, digits, underscores and the space key; the address takes any text',
  inProof,
  async ({ page }) => {
    await page.goto('/search');
    await ready(page);
    await page.keyboard.type('eden!- life');
    await expect(box(page)).toHaveValue('eden_life');
    await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
    await page.goto(`/search?q=${encodeURIComponent('Eden & Life!')}`);
    await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
  },
);

test(
  'Turns spaces of pasted text into underscores and keeps the caret in place',
  inProof,
  async ({ page }) => {
    await page.goto('/search');
    await ready(page);
    await page.keyboard.insertText('helium  health');
    await expect(box(page)).toHaveValue('helium_health');
    await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
    await expect(page).toHaveURL('/search?q=helium_health');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await page.keyboard.type('x');
    await expect(box(page)).toHaveValue('helium__xhealth');
  },
);

test(
  'Searches while an input method composes, when it is done, and after a tapped suggestion',
  inProof,
  async ({ page }) => {
    await page.goto('/search');
    await ready(page);
    const keyboard = await page.context().newCDPSession(page);
    const compose = async (text: string): Promise<void> => {
      await keyboard.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    };
    for (const text of ['h', 'he', 'hel', 'heli', 'heliu', 'helium']) await compose(text);
    await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
    // The script leaves the text alone while the input method composes.
    await compose('helium hea');
    await expect(page).toHaveURL('/search?q=helium_hea');
    await expect(box(page)).toHaveValue('helium hea');
    await keyboard.send('Input.insertText', { text: 'helium health ' });
    await expect(box(page)).toHaveValue('helium_health_');
    await expect(page).toHaveURL('/search?q=helium_health_');
    await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
    await box(page).fill('');
    await compose('kud');
    await keyboard.send('Input.insertText', { text: 'kuda' });
    await expect(page).toHaveURL('/search?q=kuda');
    await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  },
);

test('Searches for text that was typed before the script loaded', inProof, async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/search', { waitUntil: 'commit' });
  await box(page).fill('kuda');
  release();
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  await expect(box(page)).toHaveValue('kuda');
});

test('The first keystroke loads less than 90 KB of scripts', async ({ page }) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto('/search');
  await ready(page);
  await page.keyboard.type('k');
  await expect(rows(page).first()).toBeVisible();
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`/search: ${bytes} bytes of scripts (gzip)`);
  expect(bytes).toBeLessThan(90_000);
});
