// A site under another name: nothing that visitors, clients or mails see has the product's own name, mark or colours.
// What keeps it: names of metrics, of files in DATA_DIR and of units, which only operators see.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMails } from '../../src/lib/server/accounts/mails.ts';
import { composeMail } from '../../src/lib/server/accounts/index.ts';
import { isContextWord } from '../../src/lib/server/accounts/passwords/context-words.ts';
import { busyPage, errorPage } from '../../src/lib/server/edge/gateway/refusals.ts';
import { letters } from '../../src/lib/server/moderation/mails.ts';
import { brand, defaultBrand, useBrand } from '../../src/lib/shared/page/brand.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { createSmallDirectory, everyWrite, type SmallDirectory } from '../support/every-write.ts';
import { mailsIn } from '../support/mailbox.ts';
import { ownFacts, ownLogo, ownName, writeBrand } from '../support/own-brand.ts';
import { publicAddresses } from '../support/public-addresses.ts';
import { siteUrl } from '../support/test-product.ts';

let dataDir: string;
let directory: SmallDirectory;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-own-name-'));
  writeBrand(dataDir);
  directory = await createSmallDirectory('sqlite', { env: { DATA_DIR: dataDir } });
  await everyWrite['a handle is chosen']?.(directory);
}, 120_000);
afterAll(async () => {
  await directory.site.dispose();
  await rm(dataDir, { recursive: true, force: true });
  // Other files of tests share this process.
  useBrand(defaultBrand);
});

/** The address of the tests holds the product's name. */
const namesProduct = (text: string): boolean =>
  /naija\s*built/i.test(text.replaceAll(new URL(siteUrl).host, ''));

test('Shows the product by its own name nowhere: pages, feeds, files and the API', async () => {
  const { site, known } = directory;
  const named: string[] = [];
  const silent: string[] = [];
  const paths = new Set([
    ...(await publicAddresses(site, known)),
    '/api/v1/docs/',
    '/no-such-page',
    '/%ff',
    '/sw.js',
  ]);
  for (const path of paths) {
    const { text, headers } = await site.get(path);
    if (namesProduct(text) || [...headers.values()].some(namesProduct)) named.push(path);
    const isPage = headers.get('content-type')?.startsWith('text/html') && !path.startsWith('/api/');
    if (isPage && !text.includes(ownName)) silent.push(path);
  }
  expect(paths.size).toBeGreaterThan(100);
  expect(named).toEqual([]);
  expect(silent).toEqual([]);
});

test('Ships no script that names the product', async () => {
  const { site } = directory;
  // Among them those of the build before, which no page of this one loads.
  const scripts = await readdir('dist/client/_astro');
  const page = (await site.get('/')).text;
  const islands = (
    await Promise.all(
      ['/new', '/signup', '/login', '/search', '/profile/update/your-data', '/offline'].map((path) =>
        site.get(path),
      ),
    )
  ).map(({ text }) => text);
  const seen = new Set<string>();
  const waiting = [page, ...islands].flatMap((text) => namesIn(text, scripts));
  for (const name of waiting) {
    if (seen.has(name)) continue;
    seen.add(name);
    const { text } = await site.get(`/_astro/${name}`);
    // The word that nobody may take as a short address.
    expect(text.replace(/[`'"]naijabuilt[`'"]/g, ''), name).not.toMatch(/naija\s*built/i);
    waiting.push(...namesIn(text, scripts));
  }
  expect(seen.size).toBeGreaterThan(30);
});

const namesIn = (text: string, scripts: readonly string[]): string[] =>
  [...text.matchAll(/[\w.-]+\.js/g)].map(([name]) => name).filter((name) => scripts.includes(name));

test('Writes every mail under the own name', async () => {
  const mails = createMails(siteUrl, brand);
  const owner = { email: 'ada@example.com', firstname: 'Ada' };
  const all = [
    mails.verificationCode(owner.email, 'ABCDEFGH'),
    mails.resetCode(owner, 'ABCDEFGH'),
    mails.alreadyRegistered(owner.email),
    mails.passwordChanged(owner),
    mails.factorsChanged(owner, { kind: 'authenticator-added' }),
    mails.recoveryCodeUsed(owner, 3),
    mails.exportReady(owner, '/profile'),
    mails.accountDeleted(owner),
    ...[
      letters.listingRemoved('App', 'Fraud.', brand.contactEmail),
      letters.listingRestored('App'),
      letters.listingDeleted('App', 'Fraud.', brand.contactEmail),
      letters.accountBanned('Fraud.', brand.contactEmail),
      letters.accountUnbanned(),
      letters.handleReleased('ada', brand.contactEmail),
    ].map((letter) => composeMail(owner, letter)),
  ];
  expect(all.length).toBe(Object.keys(mails).length + Object.keys(letters).length);
  for (const { subject, text, html } of all) {
    expect(subject.startsWith(`${ownName}: `)).toBe(true);
    expect(namesProduct(subject + text + html)).toBe(false);
    expect(html).toContain(ownName);
  }
  const sent = await mailsIn(dataDir);
  expect(sent.length).toBeGreaterThan(0);
  for (const { raw } of sent) {
    expect(raw).toMatch(/^From: GhanaBuilt <hello@apps\.example\.gh>\r?$/m);
    // Ids of messages are made by the mailer of the sender's domain.
    expect(namesProduct(raw)).toBe(false);
  }
});

test('Shows the facts, texts and colours of the operator', async () => {
  const { site } = directory;
  const home = (await site.get('/')).text;
  expect(home).toContain('<title>GhanaBuilt: apps built in Ghana</title>');
  for (const slogan of ownFacts.slogans) expect(home).toContain(slogan);
  expect(home).toContain('--green:#8a3b00');
  expect(home).toContain('data-contact="hello@apps.example.gh"');
  expect(home).toContain('Apps &amp; games &quot;made&quot; in Ghana <and> nowhere else.');
  const privacy = (await site.get('/privacy')).text;
  expect(privacy).toContain('<h1>Privacy of GhanaBuilt</h1>');
  expect(privacy).toContain('Data Protection Act, 2012 of Ghana');
  expect(privacy).not.toContain('Nigeria');
  expect((await site.get('/terms')).text).toContain('<ol>');
  const search = (await site.get('/opensearch.xml')).text;
  expect(search).toContain('Apps &amp; games &quot;made&quot; in Ghana &lt;and&gt; nowhere else.');
});

test('Serves icons of the logo for good, and at the addresses that browsers ask for', async () => {
  const { site } = directory;
  const manifest = JSON.parse((await site.get('/manifest.webmanifest')).text) as {
    icons: { src: string; sizes: string; type: string }[];
    screenshots?: unknown;
    name: string;
  };
  expect([manifest.name, manifest.screenshots]).toEqual(['GhanaBuilt: apps built in Ghana', undefined]);
  for (const { src, sizes, type } of manifest.icons) {
    const { status, headers, bytes } = await site.get(src);
    expect([src, status, headers.get('content-type')]).toEqual([src, 200, type]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    if (sizes === 'any') continue;
    const { width, height } = await sharp(bytes).metadata();
    expect(`${String(width)}x${String(height)}`).toBe(sizes);
  }
  expect((await site.get('/favicon.svg')).text).toBe(ownLogo);
  const mark = /<img class="mark" src="([^"]+)" width="34" height="34" alt="">/.exec(
    (await site.get('/')).text,
  )?.[1];
  expect((await site.get(mark ?? '')).status).toBe(200);
  const ico = await site.get('/favicon.ico');
  expect([ico.status, ico.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  expect(ico.bytes.readUInt16LE(4)).toBe(3);
  expect((await site.get('/screenshots/wide.webp')).status).toBe(404);
});

test('Draws share cards in the colours of the operator', async () => {
  const { site, known } = directory;
  const [ofSite = '', ofApp = ''] = known.cards;
  const { bytes } = await site.get(ofSite);
  const [red = 0, green = 0, blue = 0] = await sharp(bytes)
    .extract({ left: 1198, top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer();
  // #5b1a0a, and what a JPEG makes of it.
  for (const [found, wanted] of [
    [red, 0x5b],
    [green, 0x1a],
    [blue, 0x0a],
  ] as const)
    expect(Math.abs(found - wanted)).toBeLessThan(14);
  // Their addresses follow the look, or who has kept a card would show the old one.
  useBrand({ ...brand, looks: 'another' });
  const { status, headers } = await site.get(ofApp);
  useBrand({ ...brand, looks: site.product.config.brand.looks });
  expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/^\/cards\/app\//)]);
});

test('Makes a new version of the service worker of every change', async () => {
  const { site } = directory;
  const { text, headers } = await site.get('/sw.js', { 'accept-encoding': 'br' });
  expect(text.startsWith(`self.brand="${site.product.config.brand.version}";`)).toBe(true);
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.get('content-type')).toMatch(/^text\/javascript/);
});

test('Gives a new account the country of the operator', async () => {
  const { site, bola } = directory;
  const { body } = await site.api.request(`/user/${bola.id}/`);
  expect(body).toMatchObject({ country: 'Ghana', country_code: 'GH' });
});

test('Keeps the own name from accounts: as a short address and as a password', async () => {
  const { site, known } = directory;
  const { ada } = directory;
  const answer = await site.api.request(`/user/${ada.id}/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.access}` },
    body: JSON.stringify({ handle: 'ghanabuilt' }),
  });
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { fields: { handle: expect.stringContaining('reserved') as unknown } },
  ]);
  const owner = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Obi' };
  expect(isContextWord('GhanaBuilt2026!', owner)).toBe(true);
  expect(known.users.length).toBeGreaterThan(0);
  expect(errorPage('x', brand.contactEmail).body.toString()).toContain('GhanaBuilt: apps built in Ghana');
  expect(busyPage([]).body.toString()).toContain('<title>GhanaBuilt</title>');
  expect((await site.get(urls.openSearch())).text).toContain('<ShortName>GhanaBuilt</ShortName>');
});
