// Picked pictures survive the end of a login, like typed text; they belong to their account.
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  menuOf,
  openAs,
  password,
  phone,
  post,
  ready,
  storedPair,
  test,
  verifiedAccount,
  inProof,
  inProofUnless,
  seen,
} from '../support/browser.ts';
import { openLogin } from '../support/kept-forms.ts';
import { listApp, pictureFile } from '../support/listings.ts';
import { picker } from '../support/wizard.ts';

test.use({ viewport: phone });

interface PictureForm {
  name: string;
  path: (app: { nameId: string; screenshotId: string }) => string;
  /** Locates the preview of a picked picture. */
  shown: (page: Page) => ReturnType<Page['locator']>;
  done: string;
}

const thumbnail = (page: Page) => page.locator('.form .thumb img[src^="blob:"]');

const forms: PictureForm[] = [
  {
    name: 'the logo',
    path: ({ nameId }) => `/app/${nameId}/update/logo`,
    shown: thumbnail,
    done: 'App logo update successful',
  },
  {
    name: 'new screenshots',
    path: ({ nameId }) => `/app/${nameId}/update/screenshots`,
    shown: thumbnail,
    done: 'Screenshot upload successful',
  },
  {
    name: 'a screenshot in the place of another',
    path: ({ nameId, screenshotId }) => `/app/${nameId}/update/screenshots/${screenshotId}/replace`,
    shown: thumbnail,
    done: 'App screenshot update successful',
  },
  {
    name: 'the picture of a profile',
    path: () => '/profile/update/picture',
    shown: (page) => page.locator('.form img[src^="blob:"]'),
    done: 'Update successful',
  },
];

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const endedNotice = (page: Page) => page.getByText('Your login has ended.');
const keptNotice = (page: Page) => page.getByText('What you typed is kept');

async function openForm(page: Page, request: APIRequestContext, form: PictureForm, owner?: string) {
  const email = owner ?? (await verifiedAccount(request));
  const app = await listApp(request, email, { screenshots: 1 });
  const path = form.path({ nameId: app.name_id, screenshotId: app.screenshot[0]?.id ?? '' });
  await openAs(page, email, path);
  await ready(page);
  return { email, path };
}

async function pick(page: Page, form: PictureForm): Promise<void> {
  await picker(page).setInputFiles((await pictureFile('picked.png', 300, 300)).path);
  await expect(form.shown(page)).toHaveCount(1);
  await expect.poll(() => keptPictures(page)).toBe(1);
}

/** Counts the forms for which this browser keeps pictures. */
function keptPictures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'kept-forms')) return 0;
    const opened = indexedDB.open('kept-forms');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const database = opened.result;
    const counted = database.transaction('pictures').objectStore('pictures').count();
    await new Promise((resolve) => counted.addEventListener('success', resolve));
    database.close();
    return counted.result;
  });
}

async function expectPreview(page: Page, form: PictureForm): Promise<void> {
  await expect(form.shown(page)).toHaveCount(1);
  const width = () => form.shown(page).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
}

for (const form of forms) {
  test(
    `A login ended on another device loses no picture in the form for ${form.name}`,
    inProofUnless(form.name === 'the logo'),
    async ({ page, request }) => {
      const { email, path } = await openForm(page, request, form);
      await pick(page, form);
      const { refresh } = await storedPair(page);
      await post(request, '/logout/', { refresh: refresh ?? '' });
      await save(page).click();
      await expect(endedNotice(page)).toBeVisible();
      await openLogin(page, path);
      await expect(keptNotice(page)).toBeVisible();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL(path);
      await ready(page);
      await expectPreview(page, form);
      await save(page).click();
      await seen(page, form.done);
      await expect.poll(() => keptPictures(page)).toBe(0);
    },
  );
}

const [logo, shots] = forms as [PictureForm, PictureForm];

test(
  'A picture picked in any form is there after a reload, and can be discarded',
  inProof,
  async ({ page, request }) => {
    const email = await verifiedAccount(request);
    const app = await listApp(request, email, { screenshots: 1 });
    await openAs(page, email, '/terms');
    for (const form of forms) {
      await page.goto(form.path({ nameId: app.name_id, screenshotId: app.screenshot[0]?.id ?? '' }));
      await ready(page);
      await pick(page, form);
      await page.reload();
      await ready(page);
      await test.step(form.name, () => expectPreview(page, form));
      await page.getByRole('button', { name: 'Discard it' }).click();
      await expect(form.shown(page)).toHaveCount(0);
      await expect(save(page)).toBeDisabled();
      await expect.poll(() => keptPictures(page)).toBe(0);
    }
  },
);

test('Shows a picked picture to no other account', inProof, async ({ page, request }) => {
  const form = forms.find(({ name }) => name.includes('profile')) ?? logo;
  const { email, path } = await openForm(page, request, form);
  await pick(page, form);
  await openAs(page, await verifiedAccount(request), path);
  await ready(page);
  await expect(save(page)).toBeDisabled();
  await expect(form.shown(page)).toHaveCount(0);
  await openAs(page, email, path);
  await ready(page);
  await expectPreview(page, form);
});

// The next test logs out on another page.
test('A logout removes a picked picture', inProof, async ({ page, request }) => {
  await openForm(page, request, logo);
  await pick(page, logo);
  await menuOf(page).logOut();
  await expect(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible();
  await expect.poll(() => keptPictures(page)).toBe(0);
});

test('A logout on another page removes a picked picture', inProof, async ({ page, request }) => {
  await openForm(page, request, logo);
  await pick(page, logo);
  await page.goto('/about');
  await menuOf(page).logOut();
  await expect.poll(() => keptPictures(page)).toBe(0);
});

// kept-forms.spec.ts does the same with text; the first test gets a picture back after another login.
test('A logout in another tab keeps a picked picture', inProof, async ({ page, context, request }) => {
  const { email, path } = await openForm(page, request, shots);
  await pick(page, shots);
  const other = await context.newPage();
  await other.goto('/about');
  await menuOf(other).open();
  await menuOf(other).entry('Logout').click();
  await expect(endedNotice(page)).toBeVisible();
  await other.waitForLoadState('networkidle');
  await expect.poll(() => keptPictures(page)).toBe(1);
  await openAs(page, email, path);
  await ready(page);
  await expectPreview(page, shots);
});

test('Deleting an account removes its picked pictures', inProof, async ({ page, context, request }) => {
  await openForm(page, request, logo);
  await pick(page, logo);
  const other = await context.newPage();
  await other.goto('/profile/update/delete-account');
  await ready(other);
  await other.getByLabel('Your password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Delete account' }).click();
  await other.waitForURL('/');
  await expect(endedNotice(page)).toBeVisible();
  await expect.poll(() => keptPictures(page)).toBe(0);
});

test('Keeps picked pictures for thirty days', inProof, async ({ page, request }) => {
  const { path } = await openForm(page, request, logo);
  await pick(page, logo);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('kept:'))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
      localStorage.setItem(key, JSON.stringify({ ...kept, until: kept.until - 30 * 86_400_000 }));
    }
  });
  await page.goto(path);
  await ready(page);
  await expect(save(page)).toBeDisabled();
  await expect.poll(() => keptPictures(page)).toBe(0);
});
