// A site in the colours and with the texts of an operator. tests/pages/own-name.slow.test.ts reads what it says.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../support/fresh-database.ts';
import { expect, laptop, phone, test as base, violationsInBothThemes } from '../support/browser.ts';
import { writeBrand } from '../support/own-brand.ts';
import { startServer } from '../support/server-process.ts';

/** Every pair has nearly the least contrast that is taken. */
const faintColours = {
  light: { accent: '#a85005', onAccent: '#eaeaea', panel: '#5b1a0a', onPanel: '#d1996a' },
  dark: { accent: '#b98350', onAccent: '#262626', panel: '#3a1408', onPanel: '#b5805a' },
};

const privacy = [
  '# Privacy',
  '| What is kept | Why it is kept | For how long | Who gets it | Where it is kept |',
  '| --- | --- | --- | --- | --- |',
  '| Everything-that-you-write-here | Publication | Permanently | Everybody | Freetown |',
  '```\nGET https://apps.example.gh/api/v1/user/0123456789/?with=everything&and=more\n```',
  '---',
  'The end.',
].join('\n\n');

const test = base.extend<{ site: string }>({
  site: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-own-brand-'));
    await cp(process.env['TEST_TEMPLATE_DIR'] ?? '', dataDir, { recursive: true });
    writeBrand(dataDir, { name: 'GhanaBuilt', colours: faintColours });
    await writeFile(join(dataDir, 'brand', 'privacy.md'), privacy.replaceAll('|\n\n|', '|\n|'));
    const shared = process.env['DATABASE_URL'];
    const database =
      shared === undefined
        ? null
        : await createDatabase(
            shared.slice(0, shared.lastIndexOf('/')),
            process.env['TEST_TEMPLATE_DATABASE'],
          );
    const server = await startServer({
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ...(database && { DATABASE_URL: database.url }),
    });
    await use(server.origin);
    await server.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => await use(site),
});

test('Text stays readable in the faintest colours that are taken, own texts fit a phone, and paper is light', async ({
  page,
}) => {
  for (const path of ['/', '/apps?platform=web#filters', '/privacy', '/nothing']) {
    await page.goto(path);
    await expect(page.locator('img.mark')).toBeVisible();
    expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, phone.width]);
  }
  // Wide pages show the filters beside the list, and more of the panel.
  await page.setViewportSize(laptop);
  for (const path of ['/', '/apps?platform=web']) {
    await page.goto(path);
    expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
  }

  // Paper has the light colours, also in the dark theme.
  await page.goto('/');
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--green'));
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await accent()).toBe(faintColours.dark.accent);
  await page.emulateMedia({ media: 'print' });
  expect(await accent()).toBe(faintColours.light.accent);
});
