// What is typed outlives the end of a login, in every form; it belongs to its account.
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  menuOf,
  openAs,
  pairOf,
  password,
  phone,
  post,
  ready,
  storedPair,
  test,
  verifiedAccount,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

interface KeptForm {
  name: string;
  path: (nameId: string) => string;
  type: (page: Page) => Promise<void>;
  /** What was typed is in the form. */
  isBack: (page: Page) => Promise<void>;
  done: string;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

function textForm(
  name: string,
  { path, label, text, done }: { path: (id: string) => string; label: string; text: string; done: string },
): KeptForm {
  return {
    name,
    path,
    type: (page) => field(page, label).fill(text),
    isBack: (page) => expect(field(page, label)).toHaveValue(text),
    done,
  };
}

const forms: KeptForm[] = [
  textForm('the basic info of a profile', {
    path: () => '/profile/update/basic-info',
    label: 'About me',
    text: 'I build for phones.',
    done: 'Update successful',
  }),
  textForm('the social links', {
    path: () => '/profile/update/social-info',
    label: 'GitHub',
    text: 'https://github.com/ada',
    done: 'Update successful',
  }),
  textForm('the basic info of an app', {
    path: (nameId) => `/app/${nameId}/update/basic-info`,
    label: 'Long description',
    text: 'Typed for an hour.\nOn two lines.',
    done: 'App info update successful',
  }),
  textForm('the download links', {
    path: (nameId) => `/app/${nameId}/update/download-links`,
    label: 'Other Store',
    text: 'https://myapp.ng/store',
    done: 'App update successful',
  }),
  {
    name: 'a new version',
    path: (nameId) => `/app/${nameId}/new`,
    type: async (page) => {
      await field(page, 'Latest feature').fill('Works offline.');
      await field(page, 'Release type').selectOption('BETA');
      await field(page, 'Version').fill('1.2.0');
    },
    isBack: async (page) => {
      await expect(field(page, 'Latest feature')).toHaveValue('Works offline.');
      await expect(field(page, 'Release type')).toHaveValue('BETA');
      await expect(field(page, 'Version')).toHaveValue('1.2.0');
    },
    done: 'Version update successful',
  },
  {
    name: 'the categories',
    path: (nameId) => `/app/${nameId}/update/category`,
    type: (page) => page.getByLabel('Finance').check(),
    isBack: (page) => expect(page.getByLabel('Finance')).toBeChecked(),
    done: 'App category update successful',
  },
];

const submit = (page: Page) => page.getByRole('button', { name: /^(?:Save|Submit)$/ });
const ended = (page: Page) => page.getByText('Your login has ended.');
const keptIs = (page: Page) => page.getByText('What you typed is kept');

async function openForm(page: Page, request: APIRequestContext, form: KeptForm, email?: string) {
  const owner = email ?? (await verifiedAccount(request));
  const app = await listApp(request, owner);
  const path = form.path(app.name_id);
  await openAs(page, owner, path);
  await ready(page);
  return { email: owner, path };
}

/** Logs in by the form, to which the page leads or has led. */
async function logInAgain(page: Page, email: string, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/login')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL(`/login?next=${encodeURIComponent(path)}`);
  await expect(ended(page)).toBeVisible();
  await expect(keptIs(page)).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(path);
}

for (const form of forms) {
  test(`A login that ended on another device loses nothing of ${form.name}`, async ({ page, request }) => {
    const { email, path } = await openForm(page, request, form);
    await form.type(page);
    const { refresh } = await storedPair(page);
    await post(request, '/logout/', { refresh: refresh ?? '' });
    await submit(page).click();
    await expect(ended(page)).toBeVisible();
    await logInAgain(page, email, path);
    await form.isBack(page);
    await submit(page).click();
    await expect(page.getByText(form.done)).toBeVisible();
    // It is saved: nothing of it is kept any more.
    await expect.poll(() => keptKeys(page)).toEqual([]);
  });
}

function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:')));
}

for (const form of forms.filter(({ name }) => /profile|version/.test(name))) {
  test(`A logout in another tab loses nothing of ${form.name}`, async ({ page, context, request }) => {
    const { email, path } = await openForm(page, request, form);
    await form.type(page);
    const other = await context.newPage();
    await other.goto('/about');
    await menuOf(other).open();
    await menuOf(other).entry('Logout').click();
    await expect(ended(page)).toBeVisible();
    await logInAgain(page, email, path);
    await form.isBack(page);
  });
}

test('What is typed is there after a reload, and can be discarded', async ({ page, request }) => {
  const [form] = forms.slice(2);
  if (!form) throw new Error('There is no such form.');
  await openForm(page, request, form);
  await form.type(page);
  await page.reload();
  await ready(page);
  await form.isBack(page);
  await expect(page.getByText('What you typed before is here again. It is not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(field(page, 'Long description')).toHaveValue('');
  await expect(submit(page)).toBeDisabled();
  await page.reload();
  await ready(page);
  await expect(field(page, 'Long description')).toHaveValue('');
});

test('What is typed is for its account alone, and gone after a logout', async ({ page, request }) => {
  const [form] = forms;
  if (!form) throw new Error('There is no such form.');
  const { email, path } = await openForm(page, request, form);
  await form.type(page);
  const other = await verifiedAccount(request);
  await openAs(page, other, path);
  await ready(page);
  await expect(field(page, 'About me')).toHaveValue('');
  await field(page, 'About me').fill('I am somebody else.');
  await openAs(page, email, path);
  await ready(page);
  await form.isBack(page);

  await menuOf(page).open();
  await menuOf(page).entry('Logout').click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(ended(page)).toBeHidden();
  await openAs(page, email, path);
  await ready(page);
  await expect(field(page, 'About me')).toHaveValue('');
});

test('What is typed is kept for thirty days', async ({ page, request }) => {
  const [form] = forms;
  if (!form) throw new Error('There is no such form.');
  const { path } = await openForm(page, request, form);
  await form.type(page);
  await page.goto(path);
  await ready(page);
  await form.isBack(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('kept:'))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
      localStorage.setItem(key, JSON.stringify({ ...kept, until: kept.until - 30 * 86_400_000 }));
    }
  });
  await page.goto(path);
  await ready(page);
  await expect(field(page, 'About me')).toHaveValue('');
  expect(await keptKeys(page)).toEqual([]);
});

test('A form follows the account that another tab logs in to', async ({ page, request }) => {
  const [form] = forms;
  if (!form) throw new Error('There is no such form.');
  const { path } = await openForm(page, request, form);
  await form.type(page);
  const pair = await pairOf(request, await verifiedAccount(request));
  const other = await page.context().newPage();
  await other.goto('/about');
  await other.evaluate(({ access, refresh }) => {
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('login_token', access);
  }, pair);
  await expect(field(page, 'About me')).toHaveValue('');
  expect(new URL(page.url()).pathname).toBe(path);
});

test('The page that deletes an app says what the server says, and leads back after a login', async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const path = `/app/${app.name_id}/delete`;
  await openAs(page, email, path);
  await ready(page);
  const confirm = page.getByLabel('Type the name of the app');
  const remove = page.getByRole('button', { name: 'Delete' });
  await confirm.fill(app.name);
  const answers = [
    [403, 'Only the owner of this app can change it.'],
    [404, 'There is no such app.'],
  ] as const;
  for (const [status, error] of answers) {
    await page.route('**/api/v1/app/*/', (route) => route.fulfill({ status, json: { error } }));
    await remove.click();
    await expect(page.getByRole('alert')).toContainText(error);
    await expect(page.getByText('Oops. Network Error')).toBeHidden();
    await page.unroute('**/api/v1/app/*/');
  }
  const { refresh } = await storedPair(page);
  await post(request, '/logout/', { refresh: refresh ?? '' });
  await remove.click();
  await expect(ended(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(path);
  await ready(page);
  // To be sure, the name is asked for once more.
  await expect(confirm).toHaveValue('');
});

test('An account that is deleted leaves nothing typed in another tab', async ({ page, context, request }) => {
  const [form] = forms;
  if (!form) throw new Error('There is no such form.');
  await openForm(page, request, form);
  await form.type(page);
  const other = await context.newPage();
  await other.goto('/profile/update/delete-account');
  await ready(other);
  await other.getByLabel('Your password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Delete account' }).click();
  await other.waitForURL('/');
  await expect(ended(page)).toBeVisible();
  expect(await keptKeys(page)).toEqual([]);
  await expect(keptIs(page)).toBeHidden();
});

test('A kept value that no longer fits its form takes no other value with it', async ({ page, request }) => {
  const [form] = forms;
  if (!form) throw new Error('There is no such form.');
  const { path } = await openForm(page, request, form);
  await form.type(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('kept:'))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { values: object };
      localStorage.setItem(key, JSON.stringify({ ...kept, values: { ...kept.values, country: 'Atlantis' } }));
    }
  });
  await page.goto(path);
  await ready(page);
  await form.isBack(page);
  await page.reload();
  await ready(page);
  await form.isBack(page);
});
