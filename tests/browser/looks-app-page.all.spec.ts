// Appearance of the app page and the profile: the primary button, the place of the share buttons, no repeated text.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  phone,
  test,
  verifiedAccount,
  violations,
  inProofUnless,
} from '../support/browser.ts';
import { appNamed, listApp } from '../support/listings.ts';
import { sampleApp } from '../support/samples.ts';
import { green, backgroundOf } from '../support/looks.ts';

test.use({ viewport: phone });

test('A profile names the link it shares, and its number can be called or messaged', async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const { access } = await pairOf(request, email);
  const me = (await (
    await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } })
  ).json()) as { id: string };
  const saved = await request.patch(`/api/v1/user/${me.id}/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { phone_no: '08031234567', country_code: 'NG' },
  });
  expect(saved.status()).toBe(200);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await page.goto(urls.user(me.id));
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeVisible();
  await expect(page.getByRole('link', { name: '+234 803 123 4567' })).toHaveAttribute(
    'href',
    'tel:+2348031234567',
  );
  await expect(page.getByRole('link', { name: 'Write on WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/2348031234567',
  );
  // An address of several lines keeps its distance from the heading.
  const [heading, address] = await Promise.all([
    page.getByRole('heading', { name: 'Contact' }).boundingBox(),
    page.getByRole('link', { name: email }).evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return { top: range.getBoundingClientRect().top + scrollY, lines: range.getClientRects().length };
    }),
  ]);
  expect(address.lines).toBeGreaterThan(1);
  expect(address.top - (heading?.y ?? 0) - (heading?.height ?? 0)).toBeGreaterThanOrEqual(4);
  expect(await violations(page)).toEqual([]);
  await openAs(page, email, urls.updateProfilePart('basic-info'));
  await expect(page.getByLabel('Your link')).toBeVisible();
});

for (const [system, userAgent, store] of [
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36',
    'Play Store',
  ],
  [
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'App Store',
  ],
  [
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130 Safari/537.36',
    'Website',
  ],
] as const)
  test.describe(`on ${system}`, () => {
    test.use({ userAgent });

    // Without the store of the system, below, the website comes first as well.
    test(
      `Makes the ${store} button the primary one`,
      inProofUnless(store !== 'Website'),
      async ({ page, request }) => {
        const email = await verifiedAccount(request);
        const app = await listApp(request, email);
        const { access } = await pairOf(request, email);
        const saved = await request.patch(`/api/v1/app/${app.name_id}/`, {
          headers: { authorization: `Bearer ${access}` },
          data: {
            playstore_link: 'https://play.google.com/store/apps/details?id=ng.myapp',
            appstore_link: 'https://apps.apple.com/app/id1',
          },
        });
        expect(saved.status()).toBe(200);
        await page.goto(urls.app(app.name_id));
        const buttons = page.locator('.download');
        const grounds = await buttons.evaluateAll((links) =>
          links.map((link) => [
            link.textContent.trim().replace(/\s+/g, ' '),
            getComputedStyle(link).backgroundColor,
          ]),
        );
        const colour = await green(page);
        const greenOnes = grounds.filter(([, ground]) => ground === colour);
        expect(greenOnes).toHaveLength(1);
        expect(greenOnes[0]?.[0]).toContain(store);
      },
    );

    test(
      'Makes the first button primary for an app without that store',
      inProofUnless(system === 'Android'),
      async ({ page, request }) => {
        const app = await listApp(request, await verifiedAccount(request));
        await page.goto(urls.app(app.name_id));
        expect(await page.locator('.download').first().evaluate(backgroundOf)).toBe(await green(page));
      },
    );
  });

test('Puts the share buttons in the hero on phones and beside the page on laptops', async ({ page }) => {
  const app = await sampleApp(page);
  await page.goto(urls.app(app.name_id));
  const copy = page.getByRole('button', { name: 'Copy link' });
  await expect(copy).toHaveCount(1);
  await expect(copy).toBeInViewport();
  expect(await page.locator('.hero .share').isVisible()).toBe(true);
  await page.setViewportSize(laptop);
  await expect(copy).toHaveCount(1);
  expect(await page.locator('.hero .share').isVisible()).toBe(false);
});

test("'About this app' does not repeat the tagline", async ({ page, request }) => {
  const sample = await appNamed(request, 'paystack');
  expect(sample.long_description.startsWith(sample.description)).toBe(true);
  await page.goto(urls.app(sample.name_id));
  await expect(page.getByRole('main').getByText(sample.description)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'About this app' })).toBeVisible();
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const { access } = await pairOf(request, email);
  const saved = await request.patch(`/api/v1/app/${app.name_id}/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { long_description: ` ${app.description}\n` },
  });
  expect(saved.status()).toBe(200);
  await page.goto(urls.app(app.name_id));
  await expect(page.getByRole('heading', { name: 'About this app' })).toHaveCount(0);
});
