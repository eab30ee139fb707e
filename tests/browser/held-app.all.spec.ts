// What a person sees whose app a rule holds, and how a change ends the hold.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import {
  expect,
  inProof,
  laptop,
  openAs,
  phone,
  test,
  verifiedAccount,
  violations,
} from '../support/browser.ts';
import { listApp, newName } from '../support/listings.ts';
import { openOwn, save } from '../support/owner-pages.ts';
import { create, fillLeast } from '../support/wizard.ts';

/** The number makes it unique; the rule leaves it out. */
const imitation = (): string => `Zenith Bank App ${String(Math.floor(Math.random() * 1e9))}`;

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('The wizard leads to the reason of a hold, and another name ends it', async ({ page, request }) => {
      await openAs(page, await verifiedAccount(request), '/new');
      const name = imitation();
      await fillLeast(page, name);
      await create(page).click();
      await page.waitForURL('/profile/update/listings');
      const item = page.locator('.own-listings > li', { hasText: name });
      await expect(item).toContainText('The name looks like Zenith Bank');
      await expect(item).toContainText('Another name ends it at once.');
      expect(await violations(page)).toEqual([]);

      const other = newName();
      await item.getByRole('button', { name: 'Change it' }).click();
      await expect(page.getByLabel('App name')).toHaveValue(name);
      await page.getByLabel('App name').fill(other);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('link', { name: other, exact: true })).toBeVisible();
    });
  });
}

// The wizard, above, leads to the same page.
test(
  'Saving an imitation as the name of a public app leads to the reason of the hold',
  inProof,
  async ({ page, request }) => {
    const app = await openOwn(page, request, '/update/basic-info');
    const name = imitation();
    await page.getByLabel('App name').fill(name);
    await save(page).click();
    await page.waitForURL('/profile/update/listings');
    await expect(page.locator('.own-listings > li', { hasText: name })).toContainText('Held');
    const { status } = await fetch(new URL(`/api/v1/app/${app.id}/`, page.url()));
    expect(status).toBe(404);
    const { results } = (await (await request.get('/api/v1/app/')).json()) as { results: AppJson[] };
    expect(results.map(({ id }) => id)).not.toContain(app.id);
  },
);

test('The pictures of a held app keep their shape where its owner sees them', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await listApp(request, email, { name: imitation(), logo: true, screenshots: 1 });
  await openAs(page, email, '/profile/update/listings');
  const sides = (name: string) =>
    page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => ({
      drawn: Math.round((100 * image.width) / image.height) / 100,
      file: image.naturalWidth / image.naturalHeight,
    }));
  await expect.poll(() => sides('Logo of')).toEqual({ drawn: 1, file: 1 });
  await expect.poll(() => sides('Screenshot of')).toEqual({ drawn: 0.5, file: 0.5 });
});
