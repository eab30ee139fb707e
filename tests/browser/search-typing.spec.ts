// Typing into the search box: keys, late answers, input methods, and text typed before the script loaded.
import type { Page } from '@playwright/test';
import { expect, inProof, inProofUnless, laptop, phone, ready, test } from '../support/browser.ts';

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

test('The address takes any text', inProof, async ({ page }) => {
  await page.goto(`/search?q=${encodeURIComponent('Eden & Life!')}`);
  await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
  await expect(box(page)).toHaveValue('Eden & Life!');
});

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

for (const [where, path, viewport] of [
  ['in the bar', '/apps', laptop],
  ['of the home page', '/', phone],
  ['of the search page', '/search', phone],
] as const)
  test.describe(`The box ${where}`, () => {
    test.use({ viewport });

    test(
      'Takes letters, digits, underscores and the space key, and leaves out the rest of what is pasted or composed',
      inProofUnless(path === '/'),
      async ({ page }) => {
        await page.goto(path);
        const field = box(page).filter({ visible: true });
        await field.focus();
        await page.keyboard.type('eden!- life');
        await expect(field).toHaveValue('eden_life');
        await field.fill('');
        await page.keyboard.insertText('Ọjà & co.  9');
        await expect(field).toHaveValue('Ọjà__co_9');
        await field.fill('');
        const keyboard = await page.context().newCDPSession(page);
        const composed = { text: 'kuda b', selectionStart: 6, selectionEnd: 6 };
        await keyboard.send('Input.imeSetComposition', composed);
        await expect(field).toHaveValue('kuda b');
        await keyboard.send('Input.insertText', { text: 'kuda bank ' });
        await expect(field).toHaveValue('kuda_bank_');
        await field.press('Enter');
        await expect(page).toHaveURL('/search?q=kuda_bank_');
        await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
      },
    );
  });

/** Makes the scripts of the search box wait. @returns lets them come */
async function holdIsland(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  await page.route(/\/_astro\/(?:SearchBox|renderer).*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return () => resolve(undefined);
}

test('Loses no key while the scripts of the box come, and shows the results then', async ({ page }) => {
  const come = await holdIsland(page);
  await page.goto('/search');
  await page.keyboard.type('hel!ium h');
  await expect(box(page)).toHaveValue('helium_h');
  come();
  await page.keyboard.type('ealt', { delay: 30 });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.keyboard.type('h');
  await expect(box(page)).toHaveValue('helium_health');
  await expect(box(page)).toBeFocused();
  await expect(page).toHaveURL('/search?q=helium_health');
  await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
});

test('Works as a plain form while the scripts of the box have not come', inProof, async ({ page }) => {
  await holdIsland(page);
  await page.goto('/search');
  await page.keyboard.type('kuda');
  await page.keyboard.press('Enter');
  await page.waitForURL('/search?q=kuda');
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
});

test(
  'Fetches the scripts of the box again with the next key where they did not come',
  inProof,
  async ({ page }) => {
    const scripts = /\/_astro\/SearchBox.*\.js/;
    await page.route(scripts, (route) => route.abort());
    await page.goto('/search');
    const failed = page.evaluate(
      () => new Promise((resolve) => addEventListener('astro:hydration-error', () => resolve(null))),
    );
    await page.keyboard.type('kud');
    await failed;
    await page.unroute(scripts);
    await page.keyboard.type('a');
    await expect(page).toHaveURL('/search?q=kuda');
    await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  },
);

test('Searches for text that was typed before any script loaded', inProof, async ({ page }) => {
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

test('The first keystroke loads less than 80 KB of scripts', async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  const bytes = async (): Promise<number> =>
    await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
  const before = await bytes();
  await page.keyboard.type('k');
  await expect(rows(page).first()).toBeVisible();
  const loaded = (await bytes()) - before;
  console.log(`The first key loads ${loaded} bytes of scripts`);
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(80_000);
});
