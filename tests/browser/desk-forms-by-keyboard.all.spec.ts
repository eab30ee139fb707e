// The forms of the desk by keyboard alone: after each press the focus is where the person goes on.
// desk-keys.all.spec.ts has cases; desk-categories.spec.ts and desk-shelves.all.spec.ts have categories and shelves.
import type { Page } from '@playwright/test';
import { deskUrls } from '../../src/lib/shared/addresses/desk-urls.ts';
import { expect, laptop, ready, test, verifiedAccount } from '../support/browser.ts';
import { createStaff, openWith, statusOfApp } from '../support/desk-browser.ts';
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

test('A link rule is added, found, changed and removed by keyboard alone', async ({ page }) => {
  await openDesk(page, deskUrls.rules());
  const host = `${newName().replace(/\W/g, '').toLowerCase()}.ng`;
  const links = page.getByRole('region', { name: 'Links', exact: true });
  await enterOn(page, links.locator('summary'), most);
  await typeInto(page, links.getByLabel('Host'), host);
  await chooseInto(page, links.getByLabel('What happens'), 'deny');
  await typeInto(page, links.getByLabel('Reason, for staff'), 'It hides where it leads.');
  await enterOn(page, links.getByRole('button', { name: 'Add the rule' }));
  await expect(page.getByText('The rule holds.')).toBeVisible();
  await expectFocusKept(page);

  await typeInto(page, links.getByLabel('Find a link rule'), `${host}\n`, most);
  await expect(links.getByText('1 link rule', { exact: true })).toBeVisible();
  await enterOn(page, links.getByRole('button', { name: `Change ${host}` }));
  const change = links.locator('li form');
  await chooseInto(page, change.getByLabel('What happens'), 'hold');
  await enterOn(page, change.getByRole('button', { name: 'Save' }));
  await expect(links.getByText(/Held for staff\./)).toBeVisible();
  await expect(change).toHaveCount(0);
  await expectFocusKept(page);
  await enterOn(page, links.getByRole('button', { name: `Remove ${host}` }), most);
  await enterOn(page, links.getByRole('button', { name: `Yes, remove ${host}` }));
  await expect(page.getByText(`${host} was removed.`)).toBeFocused();
});

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

test('Listings are found, chosen, removed together and taken back by keyboard alone', async ({ page }) => {
  const owner = await verifiedAccount(page.request);
  const name = newName();
  const apps = [
    await listApp(page.request, owner, { name: `${name} one` }),
    await listApp(page.request, owner, { name: `${name} two` }),
  ];
  const statuses = () => Promise.all(apps.map(({ name_id }) => statusOfApp(page.request, name_id)));
  await openDesk(page, deskUrls.listings());
  await expect(page.getByLabel('Beginning of the name')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Beginning of the name')).toBeFocused();
  await page.keyboard.type(`${name}\n`);
  await expect(page.getByText('2 listings', { exact: true })).toBeVisible();
  for (const { name: one } of apps) {
    await tabTo(page, page.getByRole('checkbox', { name: `Choose ${one}` }), most);
    await page.keyboard.press('Space');
  }
  await expect(page.getByText('2 listings chosen')).toBeVisible();
  await enterOn(page, page.getByRole('button', { name: 'Decide on them' }), most);
  const panel = page.getByRole('region', { name: 'Decide on 2 listings' });
  await expect(panel.getByRole('heading').first()).toBeFocused();
  await chooseInto(page, panel.getByLabel('What to do'), 'remove');
  await chooseInto(page, panel.getByLabel('Policy'), 'spam');
  await typeInto(page, panel.getByLabel('Reason for the public page'), 'Spam.');
  await typeInto(page, panel.getByLabel('Reason for the owner'), 'Spam.');
  await enterOn(page, panel.getByRole('button', { name: 'Show what will happen' }));
  await enterOn(page, panel.getByRole('button', { name: 'Do it: 2 listings' }));
  await expect(panel.getByText(/^Done\./)).toBeVisible();
  await expectFocusKept(page);
  await expect.poll(statuses).toEqual([410, 410]);
  await enterOn(page, panel.getByRole('button', { name: 'Take all of it back' }), most);
  await expect(panel.getByText(/^Taken back\./)).toBeVisible();
  await expectFocusKept(page);
  await expect.poll(statuses).toEqual([200, 200]);
  await enterOn(page, panel.getByRole('button', { name: 'Close' }), most);
  await expect(panel).toHaveCount(0);
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
