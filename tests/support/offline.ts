// Helpers for the service worker on a network that fails.
import type { Page } from '@playwright/test';
import { expect, test as base } from './browser.ts';
import { startWeakNetwork, type WeakNetwork } from './weak-network.ts';

/** Nine pictures of 1.5 MB. */
export const bigPictures = new Map(
  Array.from({ length: 9 }, (_, number) => [
    `/media/big-${String(number)}.jpg`,
    Buffer.alloc(1_500_000, number),
  ]),
);

/** A site behind a network that can fail for the service worker as well. */
export const test = base.extend<{ network: WeakNetwork }>({
  network: async ({ baseURL }, use) => {
    const network = await startWeakNetwork(baseURL ?? '', bigPictures);
    await use(network);
    await network.close();
  },
});

/** Waits until the worker controls the page. */
export async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}

/** Paths in a cache, oldest first. */
export function keysOf(page: Page, cache: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  }, cache);
}

export const offline = (page: Page) => page.getByRole('heading', { name: 'You are offline' });

export async function startDraft(page: Page, { origin }: WeakNetwork): Promise<void> {
  await page.goto(`${origin}/new`);
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await page.getByLabel('App name').fill('Kobo Count');
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await expect(page.getByText('Draft saved')).toBeVisible();
}
