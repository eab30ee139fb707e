// Property: no page renders a person's text as markup or script; it is shown as it is. The Content-Security-Policy is
// not needed for that: nothing is reported to it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socialNetworks } from '../../src/lib/shared/addresses/social-networks.ts';
import { chromiumArguments, findChromium } from '../harness/find-chromium.ts';
import { createPayloadAuthor, linkTo, type PayloadAuthor } from '../support/payload-author.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { badLinks, careless, payloads, somePayloads } from '../support/script-payloads.ts';
import { findingsOf, isShown, watchScripts } from '../support/script-watch.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let author: PayloadAuthor;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
  author = await createPayloadAuthor(server.origin, await signUpRemotely(server.origin, dataDir));
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  context = await browser.newContext({ baseURL: server.origin });
  await watchScripts(context);
});
afterAll(async () => {
  await browser.close();
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const found: string[] = [];
let opened = 0;

/**
 * Opens a page and records its findings.
 * @param leadsTo the address that a script of the page redirects to, and that is checked
 * @returns whether the page shows `text`
 */
async function look(page: Page, path: string, text: string | null, leadsTo?: RegExp): Promise<boolean> {
  await page.goto(path, { waitUntil: leadsTo ? 'commit' : 'load' });
  if (leadsTo) await page.waitForURL(leadsTo, { waitUntil: 'load' });
  opened += 1;
  await page.waitForFunction(() => document.querySelector('astro-island[ssr][client="load"]') === null);
  const shown = text === null || (await isShown(page, text));
  found.push(...(await findingsOf(page)).map((finding) => `${path}: ${finding}`));
  return shown;
}

test(`Runs each of the ${payloads.length} payloads in a page that does not escape`, async () => {
  const page = await context.newPage();
  let html = '';
  await page.route('http://careless.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  const harmless: string[] = [];
  for (const payload of somePayloads) {
    let ran = false;
    for (const make of careless) {
      html = make(payload);
      await page.goto('http://careless.test/', { waitUntil: 'load' });
      ran = await page.evaluate(async () => {
        const link = document.querySelector('a');
        if (link?.protocol === 'javascript:') link.click();
        for (let wait = 0; wait < 20 && window.foundByWatch.length === 0; wait += 1)
          await new Promise((resolve) => setTimeout(resolve, 5));
        return window.foundByWatch.length > 0;
      });
      if (ran) break;
    }
    if (!ran) harmless.push(payload);
  }
  await page.close();
  console.log(
    `${somePayloads.length - harmless.length} of ${somePayloads.length} payloads run where nothing is escaped`,
  );
  expect(harmless).toEqual([]);
}, 600_000);

test('Refuses addresses of scripts in every link', async () => {
  const linkFields = ['website', 'external_link', 'appstore_link', 'playstore_link'];
  const taken: string[] = [];
  let refused = 0;
  for (const [index, link] of badLinks.entries()) {
    for (const field of linkFields) {
      const fields = { name: `Link ${index}`, description: 'A link.', [field]: link };
      const { status, body } = await author.send('POST', '/app/', fields);
      if (status === 400 && body.fields?.[field] !== undefined) refused += 1;
      else taken.push(`${field}: ${link}`);
    }
    const network = socialNetworks[index % socialNetworks.length] ?? '';
    const social = await author.send('PATCH', `/user/${author.userId}/`, {
      social_account_dict: JSON.stringify({ [network]: link }),
    });
    if (social.status === 400) refused += 1;
    else taken.push(`${network}: ${link}`);
  }
  console.log(`${refused} addresses refused, ${taken.length} taken`);
  expect(taken).toEqual([]);
}, 600_000);

describe('Pages', () => {
  test(`Shows ${somePayloads.length} payloads in every text, link, name and file name as they are, and runs none`, async () => {
    const unshown: string[] = [];
    let began = performance.now();
    const [visitor, owner] = [await context.newPage(), await (await ownersContext()).newPage()];
    for (const [index, payload] of somePayloads.entries()) {
      if (performance.now() - began > 10 * 60_000) {
        await author.renew();
        began = performance.now();
      }
      const app = await author.publish(payload);
      const q = encodeURIComponent(payload);
      const expectShown = async (page: Page, path: string, text = payload) => {
        if (!(await look(page, path, text))) unshown.push(`${path}: ${text}`);
      };
      const asVisitor = async () => {
        const page = visitor;
        for (const path of [
          '/',
          '/apps',
          `/app/${app.name_id}`,
          `/app/${app.name_id}/versions`,
          `/user/${author.userId}`,
          `/user/${author.userId}/apps`,
          `/user/${author.userId}/timeline`,
          `/embed/app/${app.name_id}`,
        ])
          await expectShown(page, path);
        for (const path of [
          `/search?q=${q}`,
          `/apps?sort=${q}&platform=${q}&cursor=${q}`,
          `/login?next=${q}`,
          `/verify-user?email=${q}`,
          `/${q}`,
          `/app/${q}`,
          `/api/v1/app/?category=${q}`,
          `/api/v1/app/${app.name_id}/`,
          `/oembed?url=${q}`,
          `/feeds/app/${app.name_id}.xml`,
          '/feeds/apps.xml',
          '/offline',
        ])
          await look(page, path, null);
      };
      const asOwner = async () => {
        const page = owner;
        for (const path of [
          `/app/${app.name_id}/update`,
          `/app/${app.name_id}/update/basic-info`,
          `/profile/update/basic-info`,
        ])
          await expectShown(page, path);
        await expectShown(
          page,
          `/app/${app.name_id}/update/download-links`,
          linkTo('https://myapp.ng/?', payload),
        );
        await look(page, '/profile', null, /\/user\//);
        for (const path of [`/app/${app.name_id}/delete`, `/app/${app.name_id}/new`, `/login?next=${q}`])
          await look(page, path, null);
        await look(page, `/app/${app.name_id}/update/logo`, null);
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: `${payload.replace(/[/\n]/g, ' ')}.png`,
            mimeType: 'image/png',
            buffer: Buffer.from(author.shot),
          });
        found.push(...(await findingsOf(page)).map((finding) => `picked file: ${finding}`));
      };
      await Promise.all([asVisitor(), asOwner()]);
      if (index % 20 === 19)
        console.log(
          `${index + 1} payloads, ${opened} pages opened, ${found.length} findings, ${unshown.length} not shown`,
        );
    }
    console.log(
      `${somePayloads.length} payloads, ${opened} pages opened in Chromium: ${found.length} ran, were reported to the policy or stood as markup; ` +
        `${unshown.length} not shown as they are`,
    );
    expect(found).toEqual([]);
    expect(unshown).toEqual([]);
  }, 3_600_000);

  /** A browser with the session of the owner. */
  async function ownersContext(): Promise<BrowserContext> {
    const own = await browser.newContext({ baseURL: server.origin });
    await watchScripts(own);
    await own.addInitScript((pair) => {
      if (localStorage.getItem('refresh_token') !== null) return;
      localStorage.setItem('refresh_token', pair.refresh);
      localStorage.setItem('login_token', pair.access);
    }, author.pair());
    return own;
  }
});
