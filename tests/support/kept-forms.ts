// The forms whose typed values are kept in the browser, and how a test fills in each.
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, openAs, password, ready, verifiedAccount } from './browser.ts';
import { listApp } from './listings.ts';

export interface KeptForm {
  name: string;
  path: (nameId: string) => string;
  type: (page: Page) => Promise<void>;
  /** Expects the typed text to be in the form. */
  isBack: (page: Page) => Promise<void>;
  done: string;
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

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

export const keptForms: KeptForm[] = [
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
  {
    name: 'the facts of an app',
    path: (nameId) => `/app/${nameId}/update/facts`,
    async type(page) {
      await field(page, 'Download size').fill('24 MB');
      await page.getByLabel('Hausa').check();
    },
    isBack: async (page) => {
      await expect(field(page, 'Download size')).toHaveValue('24 MB');
      await expect(page.getByLabel('Hausa')).toBeChecked();
    },
    done: 'App facts update successful',
  },
  {
    name: 'the visibility of an app',
    path: (nameId) => `/app/${nameId}/update/visibility`,
    type: (page) =>
      field(page, 'Who finds it')
        .selectOption('unlisted')
        .then(() => undefined),
    isBack: (page) => expect(field(page, 'Who finds it')).toHaveValue('unlisted'),
    done: 'Visibility update successful',
  },
];

export const submit = (page: Page) => page.getByRole('button', { name: /^(?:Save|Submit)$/ });
export const endedNotice = (page: Page) => page.getByText('Your login has ended.');
export const keptNotice = (page: Page) => page.getByText('What you typed is kept');

export async function openForm(page: Page, request: APIRequestContext, form: KeptForm, email?: string) {
  const owner = email ?? (await verifiedAccount(request));
  const app = await listApp(request, owner);
  const path = form.path(app.name_id);
  await openAs(page, owner, path);
  await ready(page);
  return { email: owner, path };
}

/** Opens the login that the page links, or leads on to by itself, perhaps while the link is being pressed. */
export async function openLogin(page: Page, path: string): Promise<void> {
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/login')
      await page.getByRole('main').getByRole('link', { name: 'Login' }).click({ timeout: 2_000 });
    expect(new URL(page.url()).pathname).toBe('/login');
  }).toPass();
  await page.waitForURL(`/login?next=${encodeURIComponent(path)}`);
}

/** Logs in with the form that the page links or has redirected to. */
export async function logInAgain(page: Page, email: string, path: string): Promise<void> {
  await openLogin(page, path);
  await expect(endedNotice(page)).toBeVisible();
  await expect(keptNotice(page)).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(path);
}

export function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:')));
}

/** The form of a profile's basic info, for tests that need one form only. */
export const [profileForm] = keptForms as [KeptForm, ...KeptForm[]];
