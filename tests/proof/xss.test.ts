// Property: whatever text a person sends, no browser takes it for markup or a script, on no page and in no mail; it is
// shown as it is. And the policy that would hold a script back is not needed: nothing is reported to it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMails } from '../../src/lib/server/accounts/mails.ts';
import { appFieldNames, appFields } from '../../src/lib/shared/schemas/app-fields.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { socialNetworks } from '../../src/lib/shared/addresses/social-networks.ts';
import { chromiumArguments, findChromium } from '../support/find-chromium.ts';
import { picture } from '../support/pictures.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { scaled } from '../support/scale.ts';
import { badLinks, careless, payloads } from '../support/script-payloads.ts';
import { findingsOf, isShown, watchScripts } from '../support/script-watch.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let browser: Browser;
let context: BrowserContext;
let access: string;
let refresh: string;
let userId: string;
let shot: Uint8Array<ArrayBuffer>;

/** With PROOF_SCALE less than 1, some of every kind. */
const some = payloads.filter(
  (_, index) => index % Math.round(payloads.length / scaled(payloads.length)) === 0,
);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
  await logIn(await signUpRemotely(server.origin, dataDir));
  shot = new Uint8Array(await picture(60, 60));
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  context = await browser.newContext({ baseURL: server.origin });
  await watchScripts(context);
});
afterAll(async () => {
  await browser.close();
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Access tokens are good for 15 minutes, and this takes longer. */
async function logIn(token: string): Promise<void> {
  const { email, user_id } = decodeJwt<{ email: string; user_id: string }>(token);
  const { body } = await send<{ access: string; refresh: string }>('POST', '/token/', {
    email,
    password: 'correct horse battery',
  });
  ({ access, refresh } = body);
  userId = user_id;
}

interface Answer<Body> {
  status: number;
  body: Body & { fields?: Record<string, string> };
}

async function send<Body>(
  method: string,
  path: string,
  fields: Record<string, string>,
  files: Record<string, string> = {},
): Promise<Answer<Body>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const [field, name] of Object.entries(files)) body.append(field, new Blob([shot]), name);
  const headers = access ? { authorization: `Bearer ${access}` } : {};
  const answer = await fetch(`${server.origin}/api/v1${path}`, { method, body, headers });
  return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] };
}

const found: string[] = [];
let opened = 0;

/**
 * Opens a page and takes down what is wrong with it.
 * @param leadsTo where a script of the page goes on to, and what is looked at
 * @returns whether `text` is to be read on it
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

test(`each of the ${payloads.length} payloads runs in a page that does not escape`, async () => {
  const page = await context.newPage();
  let html = '';
  await page.route('http://careless.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  const harmless: string[] = [];
  for (const payload of some) {
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
  console.log(`${some.length - harmless.length} of ${some.length} payloads run where nothing is escaped`);
  expect(harmless).toEqual([]);
}, 600_000);

test('addresses of scripts are refused in every link', async () => {
  const linkFields = ['website', 'external_link', 'appstore_link', 'playstore_link'];
  const taken: string[] = [];
  let refused = 0;
  for (const [index, link] of badLinks.entries()) {
    for (const field of linkFields) {
      const fields = { name: `Link ${index}`, description: 'A link.', [field]: link };
      const { status, body } = await send('POST', '/app/', fields);
      if (status === 400 && body.fields?.[field] !== undefined) refused += 1;
      else taken.push(`${field}: ${link}`);
    }
    const network = socialNetworks[index % socialNetworks.length] ?? '';
    const social = await send('PATCH', `/user/${userId}/`, {
      social_account_dict: JSON.stringify({ [network]: link }),
    });
    if (social.status === 400) refused += 1;
    else taken.push(`${network}: ${link}`);
  }
  console.log(`${refused} addresses refused, ${taken.length} taken`);
  expect(taken).toEqual([]);
}, 600_000);

describe('pages', () => {
  test(`${some.length} payloads in every text, link, name and file name: nothing runs, each is shown as it is`, async () => {
    const unshown: string[] = [];
    let began = performance.now();
    const [visitor, owner] = [await context.newPage(), await (await ownersContext()).newPage()];
    for (const [index, payload] of some.entries()) {
      if (performance.now() - began > 10 * 60_000) {
        await logIn(access);
        began = performance.now();
      }
      const app = await publish(payload);
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
          `/user/${userId}`,
          `/user/${userId}/apps`,
          `/user/${userId}/timeline`,
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
            buffer: Buffer.from(shot),
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
      `${some.length} payloads, ${opened} pages opened in Chromium: ${found.length} ran, were reported to the policy or stood as markup; ` +
        `${unshown.length} not shown as they are`,
    );
    expect(found).toEqual([]);
    expect(unshown).toEqual([]);
  }, 3_600_000);

  /** Somebody with the session of who owns it all. */
  async function ownersContext(): Promise<BrowserContext> {
    const own = await browser.newContext({ baseURL: server.origin });
    await watchScripts(own);
    await own.addInitScript(
      (pair) => {
        if (localStorage.getItem('refresh_token') !== null) return;
        localStorage.setItem('refresh_token', pair.refresh);
        localStorage.setItem('login_token', pair.access);
      },
      { access, refresh },
    );
    return own;
  }
});

/** As the product keeps it: a link has no spaces, and the rest is encoded as an address wants it. */
function linkTo(origin: string, payload: string): string {
  return new URL(origin + payload.replace(/\s/g, '/')).href;
}

/** Puts the payload wherever it fits; where it does not, it is refused. */
async function publish(payload: string): Promise<AppJson> {
  const link = (origin: string) => origin + payload.replace(/\s/g, '/');
  const line = payload.replace(/\n/g, ' ');
  const profile = await send('PATCH', `/user/${userId}/`, {
    firstname: line,
    lastname: line,
    about_me: payload,
    address: payload,
    country: line,
    social_account_dict: JSON.stringify({ github: link('https://github.com/') }),
  });
  expect(profile.status, JSON.stringify(profile.body)).toBe(200);
  const tag = await send('PATCH', `/user/${userId}/`, { tags: JSON.stringify([line]) });
  expect(tag.status).toBe(Array.from(line).length <= limits.tag ? 200 : 400);
  const texts = appFieldNames.filter((name) => !('options' in appFields[name] || 'link' in appFields[name]));
  const fields = {
    ...Object.fromEntries(texts.map((name) => [name, 'rows' in appFields[name] ? payload : line])),
    name: line,
    description: line,
    website: link('https://myapp.ng/'),
    external_link: link('https://myapp.ng/?'),
    playstore_link: link('https://play.google.com/'),
    appstore_link: link('https://apps.apple.com/#'),
  };
  const app = await send<AppJson>('POST', '/app/', fields, { logo: payload, screenshot: payload });
  expect(app.status, JSON.stringify(app.body)).toBe(201);
  const version = Array.from(line).slice(0, limits.version).join('').trim();
  const release = { app: app.body.id, version, latest_feature: payload, release_type: 'LIVE' };
  expect((await send('POST', '/app/version/', release)).status).toBe(201);
  return app.body;
}

test('mails take no name for markup', async () => {
  const page = await context.newPage();
  await page.goto('about:blank');
  const mails = createMails(server.origin, 'help@example.ng');
  const findings: string[] = [];
  let shown = 0;
  let written = 0;
  for (const firstname of some) {
    const to = { email: 'ada@example.com', firstname };
    for (const { html } of [
      mails.resetCode(to, 'ABCDEFGH'),
      mails.passwordChanged(to),
      mails.accountDeleted(to),
    ]) {
      await page.evaluate(() => (window.foundByWatch = []));
      await page.setContent(html, { waitUntil: 'load' });
      written += 1;
      if (await isShown(page, firstname)) shown += 1;
      findings.push(...(await findingsOf(page)));
    }
  }
  await page.close();
  console.log(`${written} mails: ${findings.length} findings, ${shown} show the name as it is`);
  expect(findings).toEqual([]);
  expect(shown).toBe(written);
}, 600_000);
