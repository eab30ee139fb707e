// Browsers fetch pictures from a bucket: the content security policy has to allow the redirect as well.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, newEmail, pairOf, password, post, test as base } from '../support/browser.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { picture } from '../support/pictures.ts';
import { startS3 } from '../support/s3-server.ts';
import { startServer } from '../support/server-process.ts';

interface Site {
  origin: string;
  dataDir: string;
  bucket: string;
}

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-bucket-'));
    const s3 = await startS3();
    const bucket = `${s3.endpoint}/pictures`;
    // When the tests run on PostgreSQL, this site needs a database of its own there.
    const shared = process.env['DATABASE_URL'];
    const database =
      shared === undefined ? null : await createDatabase(shared.slice(0, shared.lastIndexOf('/')));
    const server = await startServer({
      ...s3.env,
      MEDIA_URL: s3.url('pictures', `&public=${bucket}`),
      DATA_DIR: dataDir,
      ...(database && { DATABASE_URL: database.url }),
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
    });
    await use({ origin: server.origin, dataDir, bucket });
    await server.stop();
    await s3.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => await use(site.origin),
});

test.use({ serviceWorkers: 'allow' });

async function listApp(page: Page, { dataDir }: Site): Promise<AppJson> {
  const email = newEmail();
  await post(page.request, '/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  await expect.poll(async () => (await mailsIn(dataDir)).length).toBe(1);
  await post(page.request, '/user/verify/', { email, code: codeIn((await mailsIn(dataDir))[0]) });
  const { access } = await pairOf(page.request, email);
  const multipart = new FormData();
  multipart.set('name', 'From a bucket');
  multipart.set('description', 'An app for a test.');
  multipart.set('website', 'https://myapp.ng');
  multipart.set('logo', new File([new Uint8Array(await picture(200, 200))], 'logo.png'));
  const headers = { authorization: `Bearer ${access}` };
  const answer = await page.request.post('/api/v1/app/', { multipart, headers });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as AppJson;
}

/** Expects the logo to load, from the network or from the browser's cache. @returns its path */
async function expectLogo(page: Page, path: string): Promise<string> {
  await page.goto(path);
  const logo = page.locator('img[src^="/media/"]').first();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0);
  return (await logo.getAttribute('src')) ?? '';
}

test('Pictures in a bucket load in pages, in embedded cards and through the service worker', async ({
  page,
  site,
}) => {
  const app = await listApp(page, site);
  const fromBucket = page.waitForResponse((response) => response.url().startsWith(`${site.bucket}/`));
  await expectLogo(page, urls.embedApp(app.name_id));
  expect((await fromBucket).status()).toBe(200);
  const logo = await expectLogo(page, urls.app(app.name_id));
  const width = await page.evaluate(async (path) => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    const image = new Image();
    // The query makes an address that the page cannot have cached.
    image.src = `${path}?again`;
    await image.decode();
    return image.naturalWidth;
  }, logo);
  expect(width).toBeGreaterThan(0);
});
