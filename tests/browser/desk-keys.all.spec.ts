// The desk by keyboard alone.
import type { Locator } from '@playwright/test';
import { expect, laptop, ready, test, verifiedAccount, inProof } from '../support/browser.ts';
import { createStaff, openWith, reportApp, statusOfApp } from '../support/desk-browser.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: laptop });

/** Presses the arrow key until the menu with the focus shows the value. */
async function chooseByArrows(menu: Locator, value: string): Promise<void> {
  await expect(menu).toBeFocused();
  const options = await menu.locator('option').count();
  for (let presses = 0; presses < options && (await menu.inputValue()) !== value; presses += 1)
    await menu.press('ArrowDown');
  await expect(menu).toHaveValue(value);
}

test('A case is claimed, noted, decided and left by keyboard alone', async ({ page }) => {
  const owner = await verifiedAccount(page.request);
  const app = await listApp(page.request, owner);
  // Illegal content is due first.
  await reportApp(page.request, app.name_id, 'illegal');
  const moderator = await createStaff(page.request, 'moderator');
  await openWith(page, moderator.pair, '/desk?reason=illegal');
  await ready(page);
  const row = page.locator('.desk-row').filter({ hasText: app.name });
  await expect(row).toBeVisible();
  const { keyboard } = page;

  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Take the case');
  // Under the dialog no key does anything.
  await keyboard.press('c');
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Taken by you')).toHaveCount(0);

  await keyboard.press('/');
  await expect(page.getByLabel('State')).toBeFocused();
  // In a menu letters belong to the menu.
  await keyboard.press('c');
  await expect(page.getByText('Taken by you')).toHaveCount(0);
  await page.getByLabel('State').blur();

  const link = row.getByRole('link');
  while (!(await link.evaluate((element) => element === document.activeElement))) {
    const before = await page.evaluate(() => document.activeElement?.textContent);
    await keyboard.press('j');
    const after = await page.evaluate(() => document.activeElement?.textContent);
    expect(after, 'j reaches every row').not.toBe(before);
  }
  await keyboard.press('c');
  await expect(row.getByText('Taken by you')).toBeVisible();
  await keyboard.press('r');
  await expect(row.getByText('Taken by you')).toHaveCount(0);
  await link.focus();
  await keyboard.press('Enter');
  await page.waitForURL(/\/desk\/case\//);
  await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
  await keyboard.press('c');
  await expect(page.getByText('You work on it.')).toBeVisible();

  await keyboard.press('n');
  await expect(page.getByLabel('Note', { exact: true })).toBeFocused();
  // Letters in a field are typed, and run nothing.
  await keyboard.type('rcdq?');
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('rcdq?');
  await expect(page.getByText('You work on it.')).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.locator('.desk-list').getByText('rcdq?')).toBeVisible();

  await keyboard.press('d');
  await expect(page.getByLabel('What to do')).toBeFocused();
  await chooseByArrows(page.getByLabel('What to do'), 'remove');
  await keyboard.press('Tab');
  await chooseByArrows(page.getByLabel('Policy'), 'illegal');
  await keyboard.press('Tab');
  await keyboard.type('It breaks the law.');
  await keyboard.press('Tab');
  await keyboard.type('It breaks the law.');
  const button = page.getByRole('button', { name: 'Preview the mail' });
  while (!(await button.evaluate((element) => element === document.activeElement)))
    await keyboard.press('Tab');
  await keyboard.press('Enter');
  const send = page.getByRole('button', { name: 'Decide and send' });
  await expect(send).toBeVisible();
  while (!(await send.evaluate((element) => element === document.activeElement))) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('This case has been decided.')).toBeVisible();
  expect(await statusOfApp(page.request, app.name_id)).toBe(410);
  await keyboard.press('q');
  await page.waitForURL('/desk');
});

test('The keys can be turned off, and stay off', inProof, async ({ page }) => {
  const moderator = await createStaff(page.request, 'moderator');
  await openWith(page, moderator.pair, '/desk');
  await ready(page);
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByRole('switch', { name: /single-letter keys/ }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(page.getByRole('button', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keys' }).click();
  await page.getByRole('switch', { name: /single-letter keys/ }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});
