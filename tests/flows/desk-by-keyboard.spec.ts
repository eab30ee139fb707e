// A moderator works through a case at a laptop, by the keyboard alone.
import type { Locator } from '@playwright/test';
import { appCode } from '../harness/people.ts';
import {
  chooseInto,
  enterOn,
  expect,
  laptop,
  listApp,
  openAs,
  ready,
  test,
  typeInto,
  violations,
  type BrowserSite,
} from '../harness/browser.ts';

test.use({ viewport: laptop });

/** An app that somebody has reported. */
async function reportedApp(site: BrowserSite, reason: string) {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  const message = 'It took my money and nobody answers since.';
  const report = { about: `app:${app.name_id}`, reason, message };
  const { status, body } = await site.client.as(await site.people.verified()).post('/report/', report);
  expect(status, body.error).toBeLessThan(300);
  return { owner, app };
}

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement);

test('Takes, notes and decides a case', async ({ page, site }) => {
  // Illegal content is due first, the older report before the newer one.
  const { owner, app } = await reportedApp(site, 'illegal');
  const { app: newer } = await reportedApp(site, 'illegal');
  const moderator = await site.people.staff('moderator');
  await openAs(page, moderator, '/desk?reason=illegal');
  const { keyboard } = page;
  const rowOf = (name: string) => page.locator('.desk-row').filter({ hasText: name });
  const row = rowOf(app.name);
  await expect(row).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Assign the case to me',
  );
  // Under the dialog no key does anything, and in a menu letters belong to the menu.
  await keyboard.press('c');
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await keyboard.press('/');
  await expect(page.getByLabel('State')).toBeFocused();
  await keyboard.press('c');
  await expect(page.getByText('Assigned to you')).toHaveCount(0);
  await page.getByLabel('State').blur();

  const link = row.getByRole('link');
  for (let presses = 0; presses < 30 && !(await hasFocus(link)); presses += 1) await keyboard.press('j');
  await expect(link).toBeFocused();
  await keyboard.press('j');
  await expect(rowOf(newer.name).getByRole('link')).toBeFocused();
  await keyboard.press('k');
  await expect(link).toBeFocused();
  await keyboard.press('c');
  await expect(row.getByText('Assigned to you')).toBeVisible();
  await keyboard.press('r');
  await expect(row.getByText('Assigned to you')).toHaveCount(0);
  await link.focus();
  await keyboard.press('Enter');
  await page.waitForURL(/\/desk\/case\//);
  await expect(page.getByText('It took my money and nobody answers since.')).toBeVisible();
  await keyboard.press('c');
  await expect(page.locator('.desk-case-head').getByText('Assigned to you')).toBeVisible();

  await keyboard.press('n');
  const note = page.getByLabel('Note', { exact: true });
  await expect(note).toBeFocused();
  // Letters in a field are typed, and run nothing.
  await keyboard.type('rcdq?');
  await expect(note).toHaveValue('rcdq?');
  // No key leaves the page while a text waits to be sent, and none does anything with the switch off.
  await note.blur();
  await keyboard.press('q');
  await expect(note).toBeFocused();
  await expect(page).toHaveURL(/\/desk\/case\//);
  await enterOn(page, page.getByRole('button', { name: 'Save note' }));
  await expect(page.locator('.desk-list').getByText('rcdq?')).toBeVisible();

  await keyboard.press('d');
  await expect(page.getByLabel('Action', { exact: true })).toBeFocused();
  const preview = page.getByRole('button', { name: 'Preview' });
  await enterOn(page, preview);
  await expect(page.getByText('Choose what to do.')).toBeVisible();
  await keyboard.press('Escape');
  await page.locator('body').press('d');
  await chooseInto(page, page.getByLabel('Action', { exact: true }), 'remove');
  await chooseInto(page, page.getByLabel('Policy'), 'illegal');
  await typeInto(page, page.getByLabel('Public reason'), 'It breaks the law.');
  await typeInto(page, page.getByLabel('Reason for the owner'), 'It breaks the law of 2023.');
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Reason for the owner')).toHaveValue('It breaks the law of 2023.');
  await enterOn(page, preview, 120);
  const shown = page.getByRole('region', { name: 'Preview' });
  await expect(shown).toContainText('Changes from public to removed.');
  await expect(shown).toContainText(owner.email);
  const text = await shown.locator('pre').innerText();
  expect(await violations(page)).toEqual([]);
  await enterOn(page, page.getByRole('button', { name: 'Decide and send' }));
  await expect(page.getByText('This case has been decided.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeFocused();
  expect((await site.client.page(`/app/${app.name_id}`)).status).toBe(410);
  // The mail is the one that was read before, word by word.
  const words = (some: string) => some.split(/\s+/).filter((word) => word !== '');
  const mailed = words((await site.mailbox.newest(owner.email)).text);
  const first = words(text).slice(0, 20);
  expect(mailed.slice(0, first.length)).toEqual(first);
  expect(mailed.join(' ')).toContain('It breaks the law of 2023.');
  await keyboard.press('q');
  await page.waitForURL('/desk');
});

test(
  'Loses nothing of a decision on a case that has changed meanwhile',
  { tag: '@all' },
  async ({ page, site }) => {
    const { app } = await reportedApp(site, 'spam');
    const other = await site.people.staff('moderator');
    await openAs(page, await site.people.staff('moderator'), '/desk?reason=spam');
    await page.locator('.desk-row').filter({ hasText: app.name }).getByRole('link').press('Enter');
    await page.waitForURL(/\/desk\/case\//);
    await page.getByLabel('Action', { exact: true }).selectOption('limit');
    await page.getByLabel('Policy').selectOption('spam');
    await page.getByLabel('Public reason').fill('Listed twice.');
    await page.getByLabel('Reason for the owner').fill('Keep one of the two.');
    await page.getByRole('button', { name: 'Preview' }).click();
    const send = page.getByRole('button', { name: 'Decide and send' });
    await expect(send).toBeVisible();
    const path = `/desk/cases/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}/`;
    const { version } = (await site.client.as(other).get<{ version: number }>(path)).body;
    expect((await site.client.as(other).post(`${path}claim/`, { version })).status).toBe(200);
    await send.click();
    await expect(page.getByText('This case has changed since you opened it.')).toBeVisible();
    await expect(page.getByLabel('Reason for the owner')).toHaveValue('Keep one of the two.');
    await expect(page.getByText(/^Assigned to/)).toBeVisible();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Somebody else has taken this case.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect((await site.client.page(`/app/${app.name_id}`)).status).toBe(200);
  },
);

test(
  'Proves the second factor again, and what was typed is sent afterwards',
  { tag: '@all' },
  async ({ page, site }) => {
    const admin = await site.people.staff('admin');
    const member = await site.people.verified();
    await openAs(page, admin, `/desk/accounts?q=${encodeURIComponent(member.email)}`);
    await page.locator('.desk-list').getByRole('link').press('Enter');
    const role = page.getByRole('combobox', { name: 'Role' });
    await role.selectOption('moderator');
    let isOld = true;
    await page.route('**/role/', (route) =>
      isOld
        ? route.fulfill({ status: 403, json: { error: 'Prove it again.', fields: {}, code: 'fresh_factor' } })
        : route.continue(),
    );
    const change = page.getByRole('button', { name: 'Save role' });
    await change.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Prove it again.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(role).toHaveValue('moderator');
    await change.press('Enter');
    const code = dialog.getByLabel('Code from your authenticator app');
    await code.fill('000000');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    // A code is taken once.
    await code.fill(appCode(admin.totp, Date.now() + 30_000));
    isOld = false;
    await page.keyboard.press('Enter');
    await expect(page.getByText('Role saved')).toBeVisible();

    await openAs(page, await site.people.verified(), '/desk');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/cannot find this page/);
    await expect(page.getByRole('navigation', { name: 'Desk' })).toHaveCount(0);
  },
);
