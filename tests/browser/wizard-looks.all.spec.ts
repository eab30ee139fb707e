// The wizard at every step and width: its steps, and the preview of the card.
import type { Locator } from '@playwright/test';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  phone,
  test,
  verifiedAccount,
  inProofUnless,
} from '../support/browser.ts';
import { newName, pictureFile } from '../support/listings.ts';
import { picture } from '../support/pictures.ts';
import { create, expectListed, fillBasics, fillLeast, next, openWizard, picker } from '../support/wizard.ts';

/** Distances in pixels between the middles of neighbouring boxes. */
async function gaps(boxes: Locator): Promise<number[]> {
  return await boxes.evaluateAll((nodes) => {
    const middles = nodes.map((node) => {
      const { left, width } = node.getBoundingClientRect();
      return left + width / 2;
    });
    return middles.slice(1).map((middle, index) => Math.round(middle - (middles[index] ?? 0)));
  });
}

for (const width of [320, phone.width, 768, laptop.width])
  test(
    `At ${width} pixels the steps are equally far apart, whichever is open`,
    inProofUnless(width === 320),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await openWizard(page);
      const first = await gaps(page.locator('.step-mark'));
      expect(Math.max(...first) - Math.min(...first)).toBeLessThanOrEqual(1);
      await fillBasics(page, newName());
      for (const heading of ['Upload Screenshots', 'Select a category', 'Add Links']) {
        await next(page).click();
        await expect(page.getByRole('heading', { name: heading })).toBeFocused();
        expect(await gaps(page.locator('.step-mark')), heading).toEqual(first);
      }
    },
  );

test('The preview shows the owner as the card does', async ({ page, request }) => {
  const name = newName();
  await openAs(page, await verifiedAccount(request), '/new');
  await fillLeast(page, name);
  const look = async (card: Locator) => ({
    owner: await card.locator('.owner').innerText(),
    ground: await card.locator('.avatar').evaluate((node) => getComputedStyle(node).backgroundColor),
    size: (await card.locator('.avatar').boundingBox())?.width,
  });
  const preview = page.locator('.preview .card');
  await expect(preview.getByText('Ada Obi')).toBeVisible();
  const shown = await look(preview);
  await create(page).click();
  await expectListed(page, name);
  await page.goto('/');
  expect(await look(page.locator('.card', { hasText: name }))).toEqual(shown);
});

test('The preview shows its placeholder texts again when the fields are emptied', async ({ page }) => {
  await openWizard(page);
  const card = page.locator('.preview .card');
  const empty = await card.innerText();
  expect(empty).toContain('Your app');
  await page.getByLabel('App name').fill('  Zobo   Express ');
  await page.getByLabel('Description').fill('Cold zobo at your door.');
  await expect(card).toContainText('Zobo Express');
  await expect(card.locator('span.logo')).toHaveText('Z');
  await expect(card).toContainText('Cold zobo at your door.');
  await page.getByLabel('App name').fill('');
  await page.getByLabel('Description').fill('');
  await expect.poll(() => card.innerText()).toBe(empty);
});

test("The preview shows the logo and the owner's picture, and letters without a logo", async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const { access } = await pairOf(request, email);
  const answered = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
  const { id } = (await answered.json()) as { id: string };
  const dp = { name: 'face.png', mimeType: 'image/png', buffer: await picture(200, 200) };
  const answer = await request.patch(`/api/v1/user/${id}/`, {
    multipart: { dp },
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status()).toBe(200);
  await openAs(page, email, '/new');
  await fillBasics(page, newName());
  const card = page.locator('.preview .card');
  const pixels = (image: Locator) => image.evaluate((node: HTMLImageElement) => node.naturalWidth);
  await expect.poll(() => pixels(card.locator('img.avatar'))).toBeGreaterThan(0);
  expect(await card.locator('img.avatar').boundingBox()).toMatchObject({ width: 24, height: 24 });
  await picker(page).setInputFiles((await pictureFile('logo.png', 300, 300)).path);
  await expect.poll(() => pixels(card.locator('img.logo'))).toBeGreaterThan(0);
  expect(await card.locator('img.logo').boundingBox()).toMatchObject({ width: 56, height: 56 });
  await expect(card.locator('span:is(.logo, .avatar)').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove image 1' }).click();
  await expect(card.locator('img.logo')).toHaveCount(0);
  await expect(card.locator('span.logo')).toHaveText('A');
});
