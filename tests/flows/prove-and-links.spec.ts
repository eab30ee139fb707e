// An owner proves the website of an app, takes over a link that has moved, and lists another app from its address.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  expect,
  listApp,
  newName,
  openAs,
  phone,
  picture,
  ready,
  seen,
  startSite,
  test as base,
  violations,
} from '../harness/browser.ts';
import { openOutsideWorld, type OutsideWorld } from '../harness/outside.ts';

const test = base.extend<object, { outside: OutsideWorld }>({
  outside: [
    async ({}, use) => {
      const outside = await openOutsideWorld();
      await use(outside);
      await outside.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ outside }, use) => {
      const site = await startSite(outside.env, { samples: false });
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.use({ viewport: phone });

const hostOf = (name: string) => `${name.replaceAll(' ', '-').toLowerCase()}.ng`;
const nothingProved = (page: Page) => page.getByText('Not verified');
const check = (page: Page, way: string) =>
  page.getByRole('button', { name: new RegExp(`^Check now.*${way}`) });

/** Opens the way to prove by a file, and lets the site of the app have it. */
async function putFile(page: Page, outside: OutsideWorld, host: string): Promise<void> {
  const summary = page.locator('summary', { hasText: 'A file on the website' });
  await summary.press('Enter');
  const token = await page.locator('details', { has: summary }).locator('code').last().innerText();
  outside.host(host, { '/.well-known/naijabuilt.txt': `${token}\n` });
}

test('Proves the website by a file, and the page of the app says so', async ({ page, outside, site }) => {
  const owner = await site.people.verified();
  const host = hostOf(newName());
  const app = await listApp(site, owner, { website: `https://${host}` });
  await page.goto(`/app/${app.name_id}`);
  await expect(page.getByText('Owner of')).toHaveCount(0);
  await openAs(page, owner, `/app/${app.name_id}/update/proof`);
  await expect(nothingProved(page)).toBeVisible();
  await page.locator('summary', { hasText: 'A DNS record' }).click();
  await check(page, 'DNS').click();
  await expect(page.getByText('Not verified yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await putFile(page, outside, host);
  await check(page, 'file').click();
  await expect(page.getByText(`Found. You have verified that you own ${host}.`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto(`/app/${app.name_id}`);
  await expect(page.getByText(`Owner of ${host}, checked`)).toBeVisible();
});

test(
  'Claims an app that somebody else has listed, by the keyboard',
  { tag: '@all' },
  async ({ page, outside, site }) => {
    const owner = await site.people.verified();
    const host = hostOf(newName());
    const app = await listApp(site, owner, { website: `https://${host}` });
    const claim = page.getByRole('link', { name: 'Is this your app? Claim it' });
    await openAs(page, owner, `/app/${app.name_id}`);
    await expect(claim).toBeHidden();
    await openAs(page, await site.people.verified(), `/app/${app.name_id}`);
    await claim.press('Enter');
    await page.waitForURL(`/app/${app.name_id}/claim`);
    await ready(page);
    await expect(nothingProved(page)).toBeVisible();
    await putFile(page, outside, host);
    await check(page, 'file').press('Enter');
    await expect(page.getByText('We are looking at your claim')).toBeVisible();
    await expect(page.getByText(/your claim in case \d{8}-\w+ and/).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect(page.getByText('We are looking at your claim')).toBeVisible();
  },
);

test('Takes over the address that a link has moved to', { tag: '@all' }, async ({ page, outside, site }) => {
  const [host, next] = [hostOf(newName()), hostOf(newName())];
  outside.host(host, ({ url }, response) =>
    url === '/robots.txt'
      ? void response.writeHead(404).end()
      : void response.writeHead(301, { location: `https://${next}/app` }).end(),
  );
  outside.host(next, { '/app': 'Here' });
  const owner = await site.people.verified();
  const app = await listApp(site, owner, { website: `https://${host}` });
  type Linked = App & { links: { name: string; state: string }[] };
  const now = async () => (await site.client.get<Linked>(`/app/${app.id}/`)).body;
  // The first look is due within the hour, and reads robots.txt of the host alone.
  for (let looks = 0; looks < 2; looks += 1) {
    await site.advance(61 * 60_000);
    await site.work();
  }
  expect((await now()).links).toMatchObject([{ name: 'website', state: 'good' }]);
  await site.people.logIn(owner);
  await openAs(page, owner, `/app/${app.name_id}/update`);
  const panel = page.getByRole('region', { name: 'Your links' });
  await expect(panel.getByText(`It has moved permanently, to https://${next}/app`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const take = panel.getByRole('button', { name: 'Use the new address' });
  await take.click();
  await expect(panel.getByText('Changed. We check the new address within an hour.')).toBeVisible();
  await expect(take).toBeFocused();
  expect((await now()).website).toBe(`https://${next}/app`);
  await page.reload();
  await expect(panel.getByText('First check on')).toBeVisible();
});

test('Lists an app from its address', async ({ page, outside, site }) => {
  const name = newName();
  const host = hostOf(name);
  const [icon, screen] = [await picture(256, 256), await picture(360, 640, { format: 'jpeg' })];
  const manifest = {
    name,
    description: 'Send money to any bank in Nigeria.',
    categories: ['finance'],
    icons: [{ src: '/icon.png', sizes: '256x256', type: 'image/png' }],
    screenshots: [{ src: '/screen.jpg', type: 'image/jpeg' }],
  };
  const answers: Record<string, [type: string, body: string | Buffer]> = {
    '/': ['text/html', '<link rel="manifest" href="/app.json">'],
    '/app.json': ['application/json', JSON.stringify(manifest)],
    '/icon.png': ['image/png', icon],
    '/screen.jpg': ['image/jpeg', screen],
  };
  outside.host(host, ({ url = '/' }, response) => {
    const [type, body] = answers[url] ?? ['text/plain', ''];
    response.writeHead(answers[url] ? 200 : 404, { 'content-type': type }).end(body);
  });
  let slow = 'not asked';
  outside.host('slow.ng', (_, response) => {
    slow = 'asked';
    response.once('close', () => (slow = 'left'));
  });
  await openAs(page, await site.people.verified(), '/new');
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  const field = page.getByLabel('Paste an address');
  const fillIn = page.getByRole('button', { name: 'Fill in' });
  await page.getByLabel('App name').fill('Kobo');
  await field.fill('slow.ng');
  await fillIn.click();
  await expect(page.getByText('Reading slow.ng')).toBeVisible();
  // Cancelled earlier, nothing would be asked.
  await expect.poll(() => slow).toBe('asked');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reading slow.ng')).toBeHidden();
  await expect.poll(() => slow).toBe('left');
  await field.fill('not an address');
  await fillIn.click();
  await expect(page.getByText('This is not the address of a public website.')).toBeVisible();
  await field.fill(host);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Found and filled in' })).toBeVisible();
  await expect(page.getByText('from the web app manifest').first()).toBeVisible();
  // What was typed stays, and what was found can replace it.
  await expect(page.getByLabel('App name')).toHaveValue('Kobo');
  await page.getByRole('button', { name: 'Use this for App name' }).click();
  await expect(page.getByLabel('App name')).toHaveValue(name);
  await expect(page.getByLabel('Description')).toHaveValue('Send money to any bank in Nigeria.');
  await page.getByRole('button', { name: 'Logo' }).filter({ hasText: 'Use' }).click();
  await page.getByRole('button', { name: 'Picture 2' }).click();
  expect(await violations(page)).toEqual([]);
  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Finance')).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Website')).toHaveValue(`https://${host}`);
  await page.getByRole('button', { name: 'Create' }).click();
  await seen(page, 'App created successful');
  await page.waitForURL('/');
  await page.goto('/new');
  await ready(page);
  await field.fill(`www.${host}/`);
  await fillIn.click();
  await expect(page.getByText('This app is already listed').getByRole('link', { name })).toBeVisible();
});
