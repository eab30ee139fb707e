// What is typed belongs to the account that typed it: drafts of apps, and kept values and pictures of forms.
import type { Page } from '@playwright/test';
import type { App, User } from '../harness/shapes.ts';
import {
  expect,
  files,
  listApp,
  logIn,
  newName,
  openAs,
  password,
  phone,
  picture,
  ready,
  seen,
  test,
  type BrowserSite,
  type Person,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const name = (page: Page) => page.getByLabel('App name');
const about = (page: Page) => page.getByLabel('About me', { exact: true });
const wizard = (page: Page) => page.locator('.wizard:not([inert])');
const othersDraft = (page: Page) => page.getByText("Somebody else's draft is on this phone");
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const preview = (page: Page) => page.locator('.form img[src^="blob:"]');
const two = async ({ people }: BrowserSite) => [await people.verified(), await people.verified()] as const;

async function startDraft(page: Page): Promise<void> {
  await expect(wizard(page)).toBeVisible();
  await name(page).fill('Half an app');
  await expect(page.getByText('Draft saved')).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.locator('[data-menu] summary').click();
  const reloaded = page.waitForEvent('load');
  await page.locator('[data-menu]').getByText('Logout', { exact: true }).click();
  await reloaded;
  await ready(page);
}

async function deleteAccount(page: Page): Promise<void> {
  await page.goto('/profile/update/delete-account');
  await ready(page);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/');
}

/** What this browser keeps: keys of its storage, and how many lists of pictures. */
const keptOf = (page: Page) =>
  page.evaluate(async () => {
    let pictures = 0;
    for (const { name: database = '' } of await indexedDB.databases()) {
      const opened = indexedDB.open(database);
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      for (const store of opened.result.objectStoreNames) {
        const counted = opened.result.transaction(store).objectStore(store).count();
        await new Promise((resolve) => counted.addEventListener('success', resolve));
        pictures += counted.result;
      }
      opened.result.close();
    }
    return [Object.keys(localStorage).filter((key) => /^kept:|draft/.test(key)).length, pictures];
  });

/** Lets thirty days go by for everything that is kept. */
const age = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((one) => /^kept:|draft/.test(one))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
      localStorage.setItem(key, JSON.stringify({ ...kept, until: kept.until - 30 * 86_400_000 }));
    }
  });

test('A draft is hidden from another account, which is asked first', async ({ page, site }) => {
  const [ada, bola] = await two(site);
  await openAs(page, ada, '/new');
  await startDraft(page);
  await openAs(page, bola, '/new');
  await expect(othersDraft(page)).toBeVisible();
  await expect(name(page)).toHaveCount(0);
  await expect(page.getByText('Half an app')).toHaveCount(0);
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');
  await openAs(page, bola, '/new');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(name(page)).toHaveValue('Half an app');
  await openAs(page, ada, '/new');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(name(page)).toHaveValue('');
  await openAs(page, bola, '/new');
  await expect(name(page)).toHaveValue('');
});

test('A draft without a login belongs to the first account that logs in, and waits for it after a logout', async ({
  page,
  context,
  site,
}) => {
  const [ada, bola] = await two(site);
  await page.goto('/new');
  await startDraft(page);
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');
  // Another account logs in in another tab.
  const tab = await context.newPage();
  await openAs(tab, bola, '/about');
  await expect(othersDraft(page)).toBeVisible();
  await openAs(tab, ada, '/about');
  await logOut(tab);
  await page.reload();
  await expect(page.getByText('A draft is on this phone')).toBeVisible();
  await expect(page.getByText('Half an app')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL(/\/login/);
  await logIn(page, ada);
  await page.waitForURL('/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('A draft is offered again after the verification', async ({ page, site }) => {
  const person = await site.people.unverified();
  await openAs(page, person, '/new');
  await startDraft(page);
  await page.goto('/verify-user');
  await ready(page);
  await page.getByLabel('Verification code').fill(await site.mailbox.code(person.email));
  await page.getByRole('main').getByRole('button', { name: 'Verify account' }).click();
  await seen(page, 'User verification successful');
  await page.getByRole('link', { name: 'Continue your draft' }).click();
  await page.waitForURL('/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('A login that ends while an app is typed keeps the draft', async ({ page, site }) => {
  const person = await site.people.verified();
  await openAs(page, person, '/new');
  await expect(wizard(page)).toBeVisible();
  await name(page).fill(newName());
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
  await site.client.post('/logout/', { refresh: person.refresh });
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('alert')).toContainText('Kindly login to proceed');
  await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
  await page.getByRole('alert').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL(/^[^?]*\/login\?next=%2Fnew/);
});

test('Drafts, values and pictures are kept for thirty days, and deleted with the account in every tab', async ({
  page,
  context,
  site,
}) => {
  const person = await site.people.verified();
  async function fillAll(): Promise<void> {
    await page.goto('/profile/update/basic-info');
    await ready(page);
    await about(page).fill('I build for phones.');
    await page.goto('/profile/update/picture');
    await ready(page);
    await page.locator('input[type="file"]').setInputFiles(await files(300));
    await expect(preview(page)).toHaveCount(1);
    await page.goto('/new');
    await startDraft(page);
    await page.getByLabel('Description').fill('Savings that lock themselves away.');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('input[type="file"]').setInputFiles(await files(300));
    await expect(page.locator('.thumb')).toHaveCount(1);
    await expect.poll(() => keptOf(page)).toEqual([3, 2]);
  }
  await openAs(page, person, '/terms');
  await fillAll();
  await age(page);
  for (const path of ['/profile/update/basic-info', '/profile/update/picture']) {
    await page.goto(path);
    await ready(page);
    await expect(save(page)).toBeDisabled();
  }
  await page.goto('/new');
  await expect(wizard(page)).toBeVisible();
  await expect(name(page)).toHaveValue('');
  await expect.poll(() => keptOf(page)).toEqual([0, 0]);

  await fillAll();
  const tab = await context.newPage();
  await deleteAccount(tab);
  // The draft is gone from the screen too.
  await expect(name(page)).toHaveValue('');
  await expect(page.locator('.thumb')).toHaveCount(0);
  await expect.poll(() => keptOf(tab)).toEqual([0, 0]);
});

test('Deleting an account keeps the draft of another one', async ({ page, site }) => {
  const [ada, bola] = await two(site);
  await openAs(page, ada, '/new');
  await startDraft(page);
  await openAs(page, bola, '/terms');
  await deleteAccount(page);
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('Typed text is shown to its account alone, follows a login in another tab, and leaves with a logout', async ({
  page,
  context,
  site,
}) => {
  const [ada, bola] = await two(site);
  const path = '/profile/update/basic-info';
  await openAs(page, ada, path);
  await about(page).fill('I build for phones.');
  const tab = await context.newPage();
  await openAs(tab, bola, '/about');
  await expect(about(page)).toHaveValue('');
  await openAs(page, ada, path);
  await expect(about(page)).toHaveValue('I build for phones.');
  // A logout in another tab keeps it for the next login.
  await logOut(tab);
  await expect(page.getByText('Your login has ended.')).toBeVisible();
  await site.people.logIn(ada);
  await openAs(page, ada, path);
  await expect(about(page)).toHaveValue('I build for phones.');
  await logOut(page);
  await site.people.logIn(ada);
  await openAs(page, ada, path);
  await expect(about(page)).toHaveValue('');
});

test('A picked picture survives the end of a login, and belongs to its account', async ({ page, site }) => {
  const [ada, bola] = await two(site);
  const app = await listApp(site, ada, { screenshot: [await picture(200, 300)] });
  for (const [path, done] of [
    [`/app/${app.name_id}/update/logo`, 'App logo update successful'],
    [
      `/app/${app.name_id}/update/screenshots/${app.screenshot[0]?.id ?? ''}/replace`,
      'App screenshot update successful',
    ],
    ['/profile/update/picture', 'Update successful'],
  ] as const) {
    await site.people.logIn(ada);
    await openAs(page, ada, path);
    await page.locator('input[type="file"]').setInputFiles(await files(300));
    await expect(preview(page)).toHaveCount(1);
    await expect.poll(() => keptOf(page)).toEqual([1, 1]);
    if (path.startsWith('/profile')) {
      await openAs(page, bola, path);
      await expect(preview(page)).toHaveCount(0);
      await openAs(page, ada, path);
      await expect(preview(page)).toHaveCount(1);
    }
    await site.client.post('/logout/', { refresh: ada.refresh });
    await save(page).click();
    await expect(page.getByText('Your login has ended.')).toBeVisible();
    await page.goto(`/login?next=${encodeURIComponent(path)}`);
    await logIn(page, ada);
    await page.waitForURL(path);
    await ready(page);
    await expect(preview(page)).toHaveCount(1);
    await save(page).click();
    await seen(page, done);
    await expect.poll(() => keptOf(page)).toEqual([0, 0]);
    Object.assign(ada, await storedPair(page));
  }
});

const storedPair = (page: Page) =>
  page.evaluate(() => ({
    access: localStorage.getItem('login_token') ?? '',
    refresh: localStorage.getItem('refresh_token') ?? '',
  }));

test('A kept value overwrites nothing that was saved elsewhere meanwhile', async ({ page, site }) => {
  const person = await site.people.verified();
  const own = site.client.as({ ...person });
  const app = await listApp(site, person, { category: 'Education', external_link: 'https://myapp.ng/old' });
  const change = async (path: string, data: object) => expect((await own.patch(path, data)).status).toBe(200);
  const me = async () =>
    (await own.get<User & { show_email: boolean; show_phone: boolean }>('/user/me/')).body;
  const now = async () => (await site.client.get<App>(`/app/${app.id}/`)).body;
  const shown = (detail: string) => page.getByRole('switch', { name: `Show on my page (${detail})` });

  await openAs(page, person, '/profile/update/basic-info');
  await expect(shown('email')).toBeChecked();
  await shown('email').press('Space');
  await change(`/user/${person.id}/`, { show_phone: 'false' });
  await page.reload();
  await ready(page);
  await expect(shown('email')).not.toBeChecked();
  await expect(shown('phone')).not.toBeChecked();
  await save(page).click();
  await seen(page, 'Update successful');
  expect(await me()).toMatchObject({ show_email: false, show_phone: false });

  const [medium, tiktok, youtube] = [
    'https://medium.com/@ada',
    'https://www.tiktok.com/@ada',
    'https://www.youtube.com/@ada',
  ];
  const links = async (all: object) =>
    await change(`/user/${person.id}/`, { social_account_dict: JSON.stringify(all) });
  await links({ medium, tiktok });
  await page.goto('/profile/update/social-info');
  await ready(page);
  await page.getByLabel('GitHub', { exact: true }).fill('https://github.com/ada');
  await page.getByRole('button', { name: 'Remove Medium' }).click();
  await links({ medium, youtube });
  await save(page).click();
  await seen(page, 'Update successful');
  expect((await me()).social_account_dict).toEqual({ github: 'https://github.com/ada', youtube });

  await page.goto(`/app/${app.name_id}/update/category`);
  await ready(page);
  await page.getByLabel('Finance').check();
  await change(`/app/${app.id}/`, { category: 'Education,Business' });
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Business')).toBeChecked();
  await save(page).click();
  await seen(page, 'App category update successful');
  expect((await now()).category.split(',').sort()).toEqual(['Business', 'Education', 'Finance']);

  await page.goto(`/app/${app.name_id}/update/download-links`);
  await ready(page);
  await page.getByLabel('AppStore').fill('https://apps.apple.com/app/id1');
  await change(`/app/${app.id}/`, { external_link: 'https://myapp.ng/new' });
  await save(page).click();
  await seen(page, 'App update successful');
  expect((await now()).external_link).toBe('https://myapp.ng/new');
});

test('Going back to a form finds what was saved, or what was typed', async ({ page, site }) => {
  const person: Person = await site.people.verified();
  const app = await listApp(site, person);
  await openAs(page, person, `/app/${app.name_id}/update/basic-info`);
  const text = page.getByLabel('Long description');
  await text.fill('Saved before going back.');
  await save(page).click();
  await seen(page, 'App info update successful');
  await page.goto(`/app/${app.name_id}/update/category`);
  await page.goBack();
  await ready(page);
  await expect(text).toHaveValue('Saved before going back.');
  await text.fill('Typed and not saved.');
  await page.goto(`/app/${app.name_id}/update/category`);
  await page.goBack();
  await ready(page);
  await expect(text).toHaveValue('Typed and not saved.');
});
