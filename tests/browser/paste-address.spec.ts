// From an address to a listed app on a phone, beside other sites on this machine.
import { expect, openAs, phone, verifiedAccount, violations, inProof } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { newHost, test } from '../support/outside-browser.ts';
import type { OutsideWorld } from '../support/outside-world.ts';
import { picture } from '../support/pictures.ts';
import { create, expectListed, next, wizardIsReady } from '../support/wizard.ts';

test.use({ viewport: phone });

/** A website with a manifest, which has the app's name, and two pictures. */
async function openSite(world: OutsideWorld, host: string, name: string): Promise<void> {
  const [icon, screen] = await Promise.all([picture(256, 256), picture(360, 640, '#224466', 'jpeg')]);
  const manifest = {
    name,
    description: 'Send money to any bank in Nigeria.',
    categories: ['finance'],
    icons: [{ src: '/icon.png', sizes: '256x256', type: 'image/png' }],
    screenshots: [{ src: '/screen.jpg', type: 'image/jpeg' }],
  };
  const files: Record<string, [type: string, body: string | Buffer]> = {
    '/': ['text/html', '<link rel="manifest" href="/app.json">'],
    '/app.json': ['application/json', JSON.stringify(manifest)],
    '/icon.png': ['image/png', icon],
    '/screen.jpg': ['image/jpeg', screen],
  };
  world.host(host, ({ url = '/' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', ''];
    response.writeHead(files[url] ? 200 : 404, { 'content-type': type }).end(body);
  });
}

test('A person lists an app from its address in under a minute', async ({ page, request, world }) => {
  await openSite(world, 'kobopay.ng', 'KoboPay');
  await openAs(page, await verifiedAccount(request), '/new');
  await wizardIsReady(page);
  const began = performance.now();

  await test.step('Paste the address', async () => {
    await page.getByLabel('Paste an address').fill('kobopay.ng');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Found and filled in' })).toBeVisible();
    await expect(page.getByLabel('App name')).toHaveValue('KoboPay');
    await expect(page.getByLabel('Description')).toHaveValue('Send money to any bank in Nigeria.');
    await expect(page.getByText('from the web app manifest').first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
  await test.step('Choose the pictures', async () => {
    await page.getByRole('button', { name: 'Logo' }).filter({ hasText: 'Use' }).click();
    await page.getByRole('button', { name: 'Picture 2' }).click();
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(2);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('Look over every step and list the app', async () => {
    for (const title of [
      'Upload your App logo',
      'Upload Screenshots of your app',
      'Select a category for your App',
    ]) {
      await next(page).click();
      await expect(page.getByRole('heading', { name: title })).toBeFocused();
    }
    await expect(page.getByLabel('Finance')).toBeChecked();
    await next(page).click();
    await expect(page.getByLabel('Website')).toHaveValue('https://kobopay.ng');
    await create(page).click();
    await expectListed(page, 'KoboPay');
  });
  expect(performance.now() - began).toBeLessThan(60_000);
});

test('Typed text stays, and what was found can replace it', inProof, async ({ page, request, world }) => {
  await openSite(world, 'ajo-club.ng', 'Ajo Club');
  await openAs(page, await verifiedAccount(request), '/new');
  await wizardIsReady(page);
  await page.getByLabel('App name').fill('Ajo');
  await page.getByLabel('Paste an address').fill('https://ajo-club.ng');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Send money to any bank in Nigeria.');
  await expect(page.getByLabel('App name')).toHaveValue('Ajo');
  await page.getByRole('button', { name: 'Use this for App name' }).click();
  await expect(page.getByLabel('App name')).toHaveValue('Ajo Club');
});

test(
  'A look shows its step, can be cancelled, and loses nothing when it fails',
  inProof,
  async ({ page, request, world }) => {
    let hasEnded = false;
    world.host('slow.ng', (_request, response) => void response.once('close', () => (hasEnded = true)));
    await openAs(page, await verifiedAccount(request), '/new');
    await wizardIsReady(page);
    await page.getByLabel('App name').fill('Kobo');
    await page.getByLabel('Paste an address').fill('slow.ng');
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(page.getByText('Reading slow.ng')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Reading slow.ng')).toBeHidden();
    await expect.poll(() => hasEnded).toBe(true);

    await page.getByLabel('Paste an address').fill('not an address');
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(page.getByText('This is not the address of a public website.')).toBeVisible();
    await expect(page.getByLabel('App name')).toHaveValue('Kobo');
    expect(await violations(page)).toEqual([]);
  },
);

test('An address that is listed already leads to its listing', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const host = newHost();
  const app = await listApp(request, email, { website: `https://${host}` });
  await openAs(page, email, '/new');
  await wizardIsReady(page);
  await page.getByLabel('Paste an address').fill(`www.${host}/`);
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(
    page.getByText('This app is listed already').getByRole('link', { name: app.name }),
  ).toBeVisible();
});
