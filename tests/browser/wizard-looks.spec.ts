// The wizard at every step and width: its strip, and the card as it will look.
import type { Locator } from '@playwright/test';
import { expect, laptop, openAs, phone, test, verifiedAccount } from '../support/browser.ts';
import { newName } from '../support/listings.ts';
import { create, expectListed, fillAll, fillBasics, next, openWizard } from '../support/wizard.ts';

/** Pixels from the middle of each box to the middle of the next one. */
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
  test(`at ${width} pixels the steps stand equally far apart, whichever is open`, async ({ page }) => {
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
  });

test('the preview shows the owner as the card does', async ({ page, request }) => {
  const name = newName();
  await openAs(page, await verifiedAccount(request), '/new');
  await fillAll(page, name);
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
