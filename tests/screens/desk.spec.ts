// The pages of the desk, beside a case: on a phone, and by the keyboard alone. After each press the focus is where the
// person goes on.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  chooseInto,
  enterOn,
  expect,
  laptop,
  listApp,
  newName,
  openAs,
  phone,
  ready,
  tabTo,
  test,
  typeInto,
  violations,
  type BrowserSite,
} from '../harness/browser.ts';

const most = 150;

/** Expects that the focus is not lost: Tab would begin at the top of the page again. */
async function focusIsKept(page: Page): Promise<void> {
  const isKept = () => document.activeElement !== document.body && document.activeElement !== null;
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
}

async function openDesk(page: Page, site: BrowserSite, path: string): Promise<void> {
  await openAs(page, await site.people.staff('admin'), path);
}

const statuses = (site: BrowserSite, apps: App[]) =>
  Promise.all(apps.map(async ({ name_id: nameId }) => (await site.client.page(`/app/${nameId}`)).status));

async function twoApps(site: BrowserSite) {
  const owner = await site.people.verified();
  const name = newName();
  const apps = [
    await listApp(site, owner, { name: `${name} one` }),
    await listApp(site, owner, { name: `${name} two` }),
  ];
  return { owner, name, apps };
}

async function report(site: BrowserSite, app: App, reason: string): Promise<void> {
  const reporter = site.client.as(await site.people.verified());
  const sent = { about: `app:${app.name_id}`, reason, message: 'It is listed two hundred times.' };
  expect((await reporter.post('/report/', sent)).status).toBeLessThan(300);
}

test.describe('By the keyboard alone', () => {
  test.use({ viewport: laptop });

  test('A link rule is added, found, changed and removed', async ({ page, site }) => {
    await openDesk(page, site, '/desk/rules');
    const host = `${newName().replace(/\W/g, '').toLowerCase()}.ng`;
    const links = page.getByRole('region', { name: 'Links', exact: true });
    await enterOn(page, links.locator('summary'), most);
    await typeInto(page, links.getByLabel('Host'), host);
    await chooseInto(page, links.getByLabel('Effect'), 'deny');
    await typeInto(page, links.getByLabel('Reason, for staff'), 'It hides where it leads.');
    await enterOn(page, links.getByRole('button', { name: 'Add link rule' }));
    await expect(page.getByText('Link rule added')).toBeVisible();
    await focusIsKept(page);
    await typeInto(page, links.getByRole('searchbox', { name: 'Search link rules' }), `${host}\n`, most);
    await expect(links.getByText('1 link rule', { exact: true })).toBeVisible();
    await enterOn(page, links.getByRole('button', { name: `Edit ${host}` }));
    const change = links.locator('li form');
    await chooseInto(page, change.getByLabel('Effect'), 'hold');
    await enterOn(page, change.getByRole('button', { name: 'Save' }));
    await expect(links.getByText(/Held for review\./)).toBeVisible();
    await focusIsKept(page);
    await enterOn(page, links.getByRole('button', { name: `Remove ${host}` }), most);
    await enterOn(page, links.getByRole('button', { name: `Yes, remove ${host}` }));
    await expect(page.getByText(`${host} removed`)).toBeFocused();
  });

  test('A search of rules shows what it finds, and all of them again once it is emptied', async ({
    page,
    site,
  }) => {
    const admin = await site.people.staff('admin');
    const hosts = [1, 2].map((number) => `${newName().replace(/\W/g, '').toLowerCase()}${String(number)}.ng`);
    for (const host of hosts) {
      const rule = { host, effect: 'hold', reason: 'It hides where it leads.' };
      expect((await site.client.as(admin).post('/desk/links/', rule)).status).toBeLessThan(300);
    }
    await openAs(page, admin, '/desk/rules');
    const links = page.getByRole('region', { name: 'Links', exact: true });
    const search = links.getByRole('searchbox', { name: 'Search link rules' });
    await search.fill(hosts[0] ?? '');
    // To leave the field searches for nothing.
    await search.blur();
    await expect(links.getByText(hosts[1] ?? '', { exact: true })).toBeVisible();
    await search.press('Enter');
    await expect(links.getByText(hosts[1] ?? '', { exact: true })).toHaveCount(0);
    // As the cross in the field does.
    await search.fill('');
    await expect(links.getByText(hosts[1] ?? '', { exact: true })).toBeVisible();
  });

  test('After the last page of a list the focus goes on in the list', async ({ page, site }) => {
    const [owner, name] = [await site.people.verified(), newName()];
    for (let number = 1; number <= 21; number += 1)
      await listApp(site, owner, { name: `${name} ${String(number)}` });
    await openDesk(page, site, `/desk/listings?name=${encodeURIComponent(name)}`);
    const more = page.getByRole('button', { name: 'Load more' });
    await enterOn(page, more, most);
    await expect(more).toHaveCount(0);
    await expect(page.locator('.desk-row').nth(20).getByRole('link').first()).toBeFocused();
  });

  test('A template is added, changed and removed', async ({ page, site }) => {
    await openDesk(page, site, '/desk/templates');
    const name = newName();
    await enterOn(page, page.getByText('Add a template'), most);
    await typeInto(page, page.getByLabel('Name'), name);
    await chooseInto(page, page.getByLabel('Use'), 'public');
    await typeInto(page, page.getByLabel('Text'), 'Please show your licence.');
    await enterOn(page, page.getByRole('button', { name: 'Add template' }));
    const row = page.locator('.desk-block', { hasText: name });
    await expect(row).toContainText('For the public page');
    await focusIsKept(page);
    await enterOn(page, row.getByRole('button', { name: `Edit ${name}` }), most);
    await typeInto(page, row.getByLabel('Text'), ' It has a number.');
    await enterOn(page, row.getByRole('button', { name: 'Save' }));
    await expect(row).toContainText('It has a number.');
    await focusIsKept(page);
    await enterOn(page, row.getByRole('button', { name: `Remove ${name}` }), most);
    await enterOn(page, row.getByRole('button', { name: `Yes, remove ${name}` }));
    await expect(page.getByText(`${name} removed`)).toBeFocused();
  });

  test('Listings are found, chosen, removed together and taken back', async ({ page, site }) => {
    const { name, apps } = await twoApps(site);
    await openDesk(page, site, '/desk/listings');
    await expect(page.getByRole('searchbox', { name: 'Beginning of the name' })).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Beginning of the name' })).toBeFocused();
    await page.keyboard.type(`${name}\n`);
    await expect(page.getByText('2 listings', { exact: true })).toBeVisible();
    for (const { name: one } of apps) {
      await tabTo(page, page.getByRole('checkbox', { name: `Select ${one}` }), most);
      await page.keyboard.press('Space');
    }
    await enterOn(page, page.getByRole('button', { name: 'Decide', exact: true }), most);
    const panel = page.getByRole('region', { name: 'Decide on 2 listings' });
    await expect(panel.getByRole('heading').first()).toBeFocused();
    await chooseInto(page, panel.getByLabel('Action', { exact: true }), 'remove');
    await chooseInto(page, panel.getByLabel('Policy'), 'spam');
    await typeInto(page, panel.getByLabel('Public reason'), 'Spam.');
    await typeInto(page, panel.getByLabel('Reason for the owner'), 'Spam.');
    await enterOn(page, panel.getByRole('button', { name: 'Preview' }));
    await enterOn(page, panel.getByRole('button', { name: 'Apply to 2 listings' }));
    await expect(panel.getByText(/^Done\./)).toBeVisible();
    await focusIsKept(page);
    await expect.poll(() => statuses(site, apps)).toEqual([410, 410]);
    await enterOn(page, panel.getByRole('button', { name: 'Undo' }), most);
    await expect(panel.getByText(/^Undone\./)).toBeVisible();
    await focusIsKept(page);
    await expect.poll(() => statuses(site, apps)).toEqual([200, 200]);
    await enterOn(page, panel.getByRole('button', { name: 'Close' }), most);
    await focusIsKept(page);
    await enterOn(page, page.getByRole('button', { name: 'Decide', exact: true }), most);
    await expect(panel.getByLabel('Public reason')).toHaveValue('');
  });

  test('An account is found, its role changed and its logins ended', async ({ page, site }) => {
    const member = await site.people.verified();
    await openDesk(page, site, '/desk/accounts');
    await typeInto(
      page,
      page.getByRole('searchbox', { name: 'Name, email, handle or id' }),
      `${member.email}\n`,
    );
    await expect(page.getByText('1 account found')).toBeVisible();
    await enterOn(page, page.locator('.desk-list').getByRole('link'), most);
    await page.waitForURL(/\/desk\/account\//);
    await ready(page);
    await enterOn(page, page.getByRole('button', { name: 'End all sessions' }), most);
    await expect(page.getByText('All sessions ended')).toBeVisible();
    await focusIsKept(page);
    expect((await site.client.as({ ...member }).get('/user/me/')).status).toBe(401);
    const role = page.getByRole('region', { name: 'Role' });
    await chooseInto(page, role.getByLabel('Role'), 'moderator', most);
    await enterOn(page, role.getByRole('button', { name: 'Save role' }));
    await expect(page.getByText('Role saved')).toBeVisible();
    await focusIsKept(page);
  });

  test('The single keys can be turned off, and stay off', async ({ page, site }) => {
    await openDesk(page, site, '/desk');
    const dialog = page.getByRole('dialog');
    async function turn(): Promise<void> {
      await page.getByRole('button', { name: 'Shortcuts' }).click();
      await page.getByRole('switch', { name: /single-letter shortcuts/ }).click();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await turn();
    await page.reload();
    await ready(page);
    await expect(page.getByRole('button', { name: 'Shortcuts' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(dialog).toHaveCount(0);
    // Neither the desk nor the search of the site takes it.
    await page.keyboard.press('/');
    await expect(page.getByLabel('State')).not.toBeFocused();
    await expect(page).toHaveURL('/desk');
    await turn();
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible();
  });
});

test.describe('On a phone', () => {
  test.use({ viewport: phone });

  test('A reason typed at one proof stays at that listing', async ({ page, site }) => {
    const { apps } = await twoApps(site);
    const [one, other] = apps as [App, App];
    await openDesk(page, site, `/desk/proofs/${one.name_id}`);
    await page.getByLabel('Reason').fill('The domain was sold.');
    await page.goto(`/desk/proofs/${other.name_id}`);
    await expect(page.getByLabel('Reason')).toHaveValue('');
    await page.goto(`/desk/proofs/${one.name_id}`);
    await expect(page.getByLabel('Reason')).toHaveValue('The domain was sold.');
  });

  test('Everything of an account leaves in one decision, and comes back in one', async ({ page, site }) => {
    const { owner, apps } = await twoApps(site);
    await openDesk(page, site, `/desk/account/${owner.id}`);
    for (const { name } of apps) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Decide on the whole account' }).click();
    const panel = page.getByRole('region', { name: /^Decide on the whole account of/ });
    await panel.getByLabel('Action', { exact: true }).selectOption('suspend');
    await panel.getByLabel('Policy').selectOption('spam');
    await panel.getByLabel('Public reason').fill('Two hundred listings of nothing.');
    await panel.getByLabel('Reason for the owner').fill('These are no apps.');
    await panel.getByRole('button', { name: 'Preview' }).click();
    await expect(panel.getByText(/2 listings will be hidden from lists\./)).toBeVisible();
    await expect(panel.locator('pre').first()).toContainText('These are no apps.');
    expect(await violations(page)).toEqual([]);
    const suspend = panel.getByRole('button', { name: 'Suspend the account' });
    await page.context().setOffline(true);
    await suspend.click();
    await expect(panel.getByText('Check your internet connection')).toBeVisible();
    await expect(panel.getByLabel('Reason for the owner')).toHaveValue('These are no apps.');
    await page.context().setOffline(false);
    await suspend.click();
    await expect(panel.getByText(/^Done\./)).toBeVisible();
    await expect.poll(() => statuses(site, apps)).toEqual([410, 410]);
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect(panel.getByText(/^Undone\./)).toBeVisible();
    await expect.poll(() => statuses(site, apps)).toEqual([200, 200]);
  });

  test('Chosen cases are decided together, and taken back from the list of actions', async ({
    page,
    site,
  }) => {
    const { apps } = await twoApps(site);
    for (const app of apps) await report(site, app, 'spam');
    await openDesk(page, site, '/desk?reason=spam');
    for (const { name } of apps) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Decide', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Decide on 2 listings' });
    await panel.getByLabel('Action', { exact: true }).selectOption('remove');
    await panel.getByLabel('Policy').selectOption('spam');
    await panel.getByLabel('Public reason').fill('Spam.');
    await panel.getByLabel('Reason for the owner').fill('Spam.');
    await panel.getByRole('button', { name: 'Preview' }).click();
    await panel.getByRole('button', { name: 'Apply to 2 listings' }).click();
    await expect(panel.getByText(/^Done\./)).toBeVisible();
    await expect.poll(() => statuses(site, apps)).toEqual([410, 410]);
    await panel.getByRole('button', { name: 'Close' }).click();
    const newest = page.getByRole('region', { name: 'Bulk actions' }).getByRole('listitem').first();
    await newest.getByRole('button', { name: 'Undo' }).click();
    await expect(newest.getByText(/^Undone\./)).toBeVisible();
    await expect.poll(() => statuses(site, apps)).toEqual([200, 200]);
  });

  test('Notes and messages are kept with the case, and a question leaves it open', async ({ page, site }) => {
    const { owner, apps } = await twoApps(site);
    const [app] = apps as [App, App];
    await report(site, app, 'scam');
    await openAs(page, await site.people.staff('moderator'), '/desk?reason=scam');
    await page.locator('.desk-row').filter({ hasText: app.name }).getByRole('link').click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Please show your **licence**.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Message sent')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('');
    expect((await site.mailbox.newest(owner.email)).text).toContain('licence');
    await page.getByLabel('Action', { exact: true }).selectOption('ask-owner');
    await page.getByLabel('Policy').selectOption('spam');
    await page.getByLabel('Public reason').fill('It is not clear what it does.');
    await page.getByLabel('Reason for the owner').fill('What does it do?');
    await page.getByLabel('Action', { exact: true }).selectOption('restrict');
    await page.getByRole('checkbox', { name: 'Reporting' }).check();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
    await page.getByLabel('Action', { exact: true }).selectOption('ask-owner');
    await page.getByRole('button', { name: 'Preview' }).click();
    const send = page.getByRole('button', { name: 'Decide and send' });
    await send.click();
    await expect(send).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeFocused();
    expect((await site.mailbox.newest(owner.email)).text).toContain('What does it do?');
  });

  test('A category is added, renamed, moved, merged and removed', async ({ page, site }) => {
    const admin = await site.people.staff('admin');
    await openAs(page, admin, '/desk/categories');
    const add = async (name: string) => {
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('button', { name: 'Add category' }).click();
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
    await page.getByText('Add a category').click();
    await add('Finance, Money');
    await expect(
      page.getByText('Do not use a comma: lists of categories are separated by commas.'),
    ).toBeVisible();
    await add('Fіnance');
    await expect(
      page.getByText("This name is too similar to 'Finance'. Choose another one.").first(),
    ).toBeVisible();
    await add('Agriculture');
    await expect(page.getByText('Category added')).toBeVisible();
    await press('Rename Agriculture');
    await page.getByRole('listitem').getByRole('textbox', { name: 'Name' }).fill('Farming');
    await page.getByRole('listitem').getByRole('textbox', { name: 'Name' }).press('Enter');
    await expect(page.getByText('Category saved')).toBeInViewport();
    await expect(page.getByText('Old names: Agriculture')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename Farming' })).toBeFocused();
    const app = await listApp(site, admin, { category: 'Agriculture,Reference' });
    expect(app.category).toBe('Farming,Reference');
    await press('Remove Farming');
    await press('Yes, remove Farming');
    await expect(
      page.getByText('It has 1 listing. Merge it into another category instead.'),
    ).toBeInViewport();
    await press('Move Farming up');
    await expect(page.getByText(/^Farming moved to position \d+$/)).toBeInViewport();
    await press('Merge Farming');
    await press('Preview');
    await expect(page.getByText('Choose the category to merge into.')).toBeVisible();
    await page.getByLabel('Merge Farming into').selectOption('Reference');
    await press('Preview');
    await expect(page.getByText('1 listing will move. 1 listing already in Reference.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await press('Merge Farming into Reference');
    await expect(page.getByText('Old names: Agriculture, Farming')).toBeVisible();
    await page.goto('/category/agriculture');
    await expect(page).toHaveURL('/category/reference');

    await openAs(page, await site.people.staff('moderator'), '/desk/categories');
    await expect(page.getByText('Only admins can change categories.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename Finance' })).toHaveCount(0);
  });

  test('A shelf is filled, ordered, changed and removed', async ({ page, site }) => {
    const editor = await site.people.staff('moderator');
    interface Pick {
      id: string;
      name: string;
      name_id: string;
      missing: string[];
    }
    const { results } = (await site.client.get<{ results: App[] }>('/app/?sort=name')).body;
    const picks = await Promise.all(
      results.map(async ({ id }) => (await site.client.as(editor).get<Pick>(`/desk/picks/?app=${id}`)).body),
    );
    const [first, second, third, fourth] = picks.filter(({ missing }) => missing.length === 0);
    const unfit = picks.find(({ missing }) => missing.length > 0);
    if (!first || !second || !third || !fourth || !unfit) throw new Error('The samples lack apps to pick.');
    await openAs(page, editor, '/desk/shelves');
    await page.getByText('Add a shelf').click();
    await page.getByLabel('Place').selectOption('Theme');
    const title = `Theme ${String(Date.now())}`;
    await page.getByLabel('Title').fill(title);
    // Far away, so that the front page stays as it is.
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel('From').fill(inDays(400));
    await page.getByLabel('Until').fill(inDays(401));
    async function pick({ name, name_id: nameId }: Pick): Promise<void> {
      await page.getByLabel('Find an app').last().fill(`/app/${nameId}`);
      await page.getByLabel('Find an app').last().press('Enter');
      await expect(page.getByText(`${name} added`)).toBeVisible();
    }
    await page.getByLabel('Find an app').fill(unfit.name_id);
    await page.getByRole('button', { name: 'Add app' }).click();
    await expect(page.getByText(`${unfit.name} cannot be added yet. It is missing:`)).toBeVisible();
    // By the address of a list that somebody has made.
    const listed = [first, second, unfit].map(({ id }) => ({ id, note: '' }));
    const form = { title: 'For the desk', sentence: '', is_public: false, apps: listed };
    const { body: list } = await site.client.as(editor).post<{ slug: string }>('/list/', form);
    await page.getByLabel('Find an app').fill(`https://naijabuilt.test/list/${list.slug}`);
    await page.getByRole('button', { name: 'Add app' }).click();
    await expect(
      page.getByText(`${first.name} added ${second.name} added ${unfit.name} cannot`),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Add shelf' }).click();
    await expect(page.getByText('Choose 3 to 6 apps.').first()).toBeVisible();
    await pick(third);
    await page.getByRole('button', { name: `Move ${third.name} up` }).press('Enter');
    await expect(page.getByRole('button', { name: `Move ${third.name} up` })).toBeFocused();
    const names = page.locator('.pick-list .app-name');
    await expect(names).toHaveText([first.name, third.name, second.name]);
    expect(await violations(page)).toEqual([]);
    await page.route('**/desk/picks/**', (route) => route.abort());
    await page.reload();
    await page.getByText('Add a shelf').click();
    await expect(names).toHaveText(Array.from({ length: 3 }, () => 'An app that did not load'));
    await page.unroute('**/desk/picks/**');
    await page.reload();
    await page.getByText('Add a shelf').click();
    await expect(names).toHaveText([first.name, third.name, second.name]);
    await page.getByRole('button', { name: 'Add shelf' }).click();
    const row = page.locator('.desk-block', { hasText: title });
    await expect(row.locator('li')).toHaveText([first.name, third.name, second.name]);
    await row.getByRole('button', { name: `Edit ${title}` }).press('Enter');
    await row.getByRole('button', { name: `Remove ${first.name} from the shelf` }).press('Enter');
    await expect(row.getByLabel('Find an app')).toBeFocused();
    await row.getByLabel('Find an app').fill(fourth.name_id);
    await row.getByLabel('Find an app').press('Enter');
    await expect(row.getByText(`${fourth.name} added`)).toBeVisible();
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(row.locator('> .shelf-picks li')).toHaveText([third.name, second.name, fourth.name]);
    await row.getByRole('button', { name: `Remove ${title}` }).press('Enter');
    await row.getByRole('button', { name: `Yes, remove ${title}` }).press('Enter');
    await expect(row).toHaveCount(0);
  });

  test('An admin announces something on every page, and what was not sent stays', async ({ page, site }) => {
    await openDesk(page, site, '/desk/settings');
    const announced = async () => (await site.client.page('/about')).html.includes('We move on Sunday');
    const text = page.getByLabel('Text');
    const announce = page
      .getByRole('region', { name: 'Announcement on every page' })
      .getByRole('button', { name: 'Save' });
    await text.fill('We move on Sunday');
    await page.getByLabel('Link (optional)').fill('javascript:alert(1)');
    await announce.click();
    await expect(page.getByText(/Enter a link such as/)).toBeVisible();
    await expect(text).toHaveValue('We move on Sunday');
    await page.getByLabel('Link (optional)').fill('/about');
    await announce.click();
    await expect(page.getByText('Announcement on every page saved')).toBeVisible();
    expect(await announced()).toBe(true);
    await text.fill('We move on Monday');
    await page.getByRole('button', { name: 'Remove announcement' }).click();
    await expect(page.getByText('Announcement removed')).toBeVisible();
    expect(await announced()).toBe(false);
    await expect(text).toHaveValue('We move on Monday');
    await openAs(page, await site.people.staff('moderator'), '/desk/settings');
    await expect(page.getByText('Only admins can change these settings.')).toBeVisible();
  });

  test('An account is deleted by its email, and an unverified one gets its mail again', async ({
    page,
    site,
  }) => {
    const [member, unverified] = [await site.people.verified(), await site.people.unverified()];
    await openDesk(page, site, '/desk/accounts');
    const box = page.getByRole('searchbox', { name: 'Name, email, handle or id' });
    await box.fill('a');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText('Type at least 2 letters')).toBeVisible();
    await expect(box).toHaveValue('a');
    await page.goto(`/desk/account/${member.id}`);
    const check = page.getByLabel('Email of the account');
    await check.fill('another@example.com');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('This is not the email of this account.').first()).toBeVisible();
    await expect(check).toHaveValue('another@example.com');
    await check.fill(member.email);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Being deleted')).toBeVisible();
    await page.goto(`/desk/account/${unverified.id}`);
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await expect(page.getByText('Verification email sent')).toBeVisible();
  });
});
