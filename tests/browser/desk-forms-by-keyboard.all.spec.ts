// The forms of the desk by keyboard alone: after each press the focus is where the person goes on.
// desk-keys.all.spec.ts has cases; desk-categories.spec.ts and desk-shelves.all.spec.ts have categories and shelves.
import type { Page } from '@playwright/test';
import { deskUrls } from '../../src/lib/shared/addresses/desk-urls.ts';
import { expect, laptop, ready, test, verifiedAccount } from '../support/browser.ts';
import { createStaff, openWith } from '../support/desk-browser.ts';
import { chooseInto, enterOn, tabTo, typeInto } from '../support/keyboard.ts';
import { listApp, newName } from '../support/listings.ts';

test.use({ viewport: laptop });

const most = 150;

/** Expects that the focus is not lost: Tab would begin at the top of the page again. */
async function expectFocusKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(() => document.activeElement !== document.body && document.activeElement !== null);
  await expect.poll(isKept, { message: 'The focus is in the page.' }).toBe(true);
}

/** Opens a page of the desk as an admin. */
async function openDesk(page: Page, path: string): Promise<void> {
  const admin = await createStaff(page.request, 'admin');
  await openWith(page, admin.pair, path);
  await ready(page);
}

test('A template is added, changed and removed by keyboard alone', async ({ page }) => {
  await openDesk(page, deskUrls.templates());
  const name = newName();
  await typeInto(page, page.getByLabel('Name'), name);
  await chooseInto(page, page.getByLabel('Use'), 'public');
  await typeInto(page, page.getByLabel('Text'), 'Please show your licence.');
  await enterOn(page, page.getByRole('button', { name: 'Add the template' }));
  const row = page.locator('.desk-block', { hasText: name });
  await expect(row).toContainText('For the public page');
  await expectFocusKept(page);
  await enterOn(page, row.getByRole('button', { name: `Change ${name}` }), most);
  await typeInto(page, row.getByLabel('Text'), ' It has a number.');
  await enterOn(page, row.getByRole('button', { name: 'Save' }));
  await expect(row.locator('form')).toHaveCount(0);
  await expect(row).toContainText('It has a number.');
  await expectFocusKept(page);
  await enterOn(page, row.getByRole('button', { name: `Remove ${name}` }), most);
  await enterOn(page, row.getByRole('button', { name: `Yes, remove ${name}` }));
  await expect(page.getByText(`${name} was removed.`)).toBeFocused();
});

test('The contact address is changed, and an announcement made and removed, by keyboard alone', async ({
  page,
}) => {
  await openDesk(page, deskUrls.settings());
  const contact = page.getByRole('region', { name: 'Contact address' });
  const email = contact.getByLabel('Email');
  await tabTo(page, email, most);
  const before = await email.inputValue();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('desk@example.com');
  await enterOn(page, contact.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('The contact address was changed.')).toBeVisible();
  await expectFocusKept(page);
  await tabTo(page, email, most);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(before);
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue(before);

  const announcement = page.getByRole('region', { name: 'Announcement on every page' });
  await typeInto(page, announcement.getByLabel('Text'), 'We move on Sunday', most);
  await enterOn(page, announcement.getByRole('button', { name: 'Announce it' }));
  await expect(page.getByText('Every page shows it within its time.')).toBeVisible();
  await expectFocusKept(page);
  await enterOn(page, announcement.getByRole('button', { name: 'Remove the announcement' }), most);
  await expect(page.getByText('The announcement was removed.')).toBeVisible();
  await expectFocusKept(page);
});

test("An account is found, its role changed, its logins ended and its app's proofs blocked, by keyboard alone", async ({
  page,
}) => {
  const owner = await verifiedAccount(page.request);
  const app = await listApp(page.request, owner);
  await openDesk(page, deskUrls.accounts());
  await typeInto(page, page.getByLabel('Name, email, handle or id'), `${owner}\n`);
  await expect(page.getByText('1 account found.')).toBeVisible();
  await enterOn(page, page.locator('.desk-list').getByRole('link'), most);
  await expect(page).toHaveURL(/\/desk\/account\//);
  await ready(page);
  await enterOn(page, page.getByRole('button', { name: 'End all logins' }), most);
  await expect(page.getByText('All logins were ended.')).toBeVisible();
  await expectFocusKept(page);
  const role = page.getByRole('region', { name: 'Role' });
  await chooseInto(page, role.getByLabel('Role'), 'moderator', most);
  await enterOn(page, role.getByRole('button', { name: 'Change the role' }));
  await expect(page.getByText('The role is moderator now.')).toBeVisible();
  await expectFocusKept(page);
  await enterOn(page, page.getByRole('link', { name: `Proofs of ${app.name}` }), most);
  await expect(page).toHaveURL(/\/desk\/proofs\//);
  await ready(page);
  await typeInto(page, page.getByLabel('Reason'), 'They do not own it.', most);
  await enterOn(page, page.getByRole('button', { name: 'Block proofs' }));
  await expect(page.getByText('Blocked', { exact: true })).toBeVisible();
  await expectFocusKept(page);
});
