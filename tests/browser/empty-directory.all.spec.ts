// A directory without a single listing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, laptop, phone, test as base, violations } from '../support/browser.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { startServer } from '../support/server-process.ts';

const test = base.extend<{ site: string }>({
  site: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-empty-'));
    // When the tests run on PostgreSQL, this site needs a database of its own there.
    const shared = process.env['DATABASE_URL'];
    const database =
      shared === undefined ? null : await createDatabase(shared.slice(0, shared.lastIndexOf('/')));
    const server = await startServer({
      DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url }),
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
    });
    await use(server.origin);
    await server.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => await use(site),
});

for (const [device, viewport] of Object.entries({ phone, laptop }))
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Every empty list says so and offers an action that leads elsewhere', async ({ page }) => {
      for (const path of ['/', '/apps', '/category/finance', '/apps?platform=game', '/search?q=bank']) {
        await page.goto(path);
        const actions = page.locator('.empty').getByRole('link');
        await expect(actions.first(), path).toBeVisible();
        expect(await violations(page), path).toEqual([]);
        const href = (await actions.first().getAttribute('href')) ?? '';
        await actions.first().click();
        await page.waitForURL((url) => url.pathname + url.search !== path);
        expect((await page.request.get(href)).status(), `${path} leads to ${href}`).toBe(200);
      }
      await page.goto('/');
      const text = 'No Apps listed on NaijaBuilt yet. Be the first to register your app.';
      await expect(page.getByText(text)).toBeVisible();
      // On a phone the button of the menu bar would float over the one in the list.
      await expect(page.getByRole('link', { name: 'List your App' })).toHaveCount(device === 'phone' ? 1 : 2);
      await page.locator('.empty').getByRole('link', { name: 'List your App' }).click();
      await page.waitForURL('/new');
    });
  });
