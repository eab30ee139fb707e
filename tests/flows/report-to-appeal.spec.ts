// From a report to a decision of the staff, and from the owner's appeal to another decision.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  endLogin,
  expect,
  listApp,
  openAs,
  phone,
  seen,
  test,
  violations,
  type BrowserSite,
  type Person,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const message = 'This app copies the name of our bank and asks for card numbers.';
const send = (page: Page) => page.getByRole('button', { name: 'Send report' });

/** Opens the form from the page of the app, and fills it in: two taps and the text. */
async function fillReport(page: Page, { name_id: nameId }: App): Promise<void> {
  await page.goto(`/app/${nameId}`);
  await page.locator('a[href^="/report?about=app"]').click();
  await page.waitForURL(/\/report\?about=/);
  // The script of the form comes after the others, and sends the report of a member.
  await page.waitForFunction(
    () =>
      !document.documentElement.classList.contains('js') ||
      document.querySelector('[data-member]:not([hidden])'),
  );
  await page.getByLabel('Impersonation').check();
  await page.getByLabel('Describe it').fill(message);
}

async function fillGuest(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your name').fill('Bola Ade');
  await page.getByLabel('Your email address').fill(email);
}

async function confirm(page: Page, email: string, site: BrowserSite): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await page.getByLabel('Code').fill(await site.mailbox.code(email));
  await send(page).click();
  await expect(page.getByText('Our staff are looking at it.')).toBeVisible();
}

/** Decides the case of this kind about an app, as staff. @returns its number */
async function decide(
  site: BrowserSite,
  staff: Person,
  kind: string,
  app: App,
  action: string,
): Promise<string> {
  interface Case {
    number: string;
    version: number;
    subject: { id: string };
  }
  const own = site.client.as(staff);
  const { body } = await own.get<{ results: Case[] }>(`/desk/cases/?kind=${kind}`);
  const found = body.results.find(({ subject }) => subject.id === app.id);
  if (!found) throw new Error(`There is no ${kind} about ${app.name}.`);
  const decided = await own.post(`/desk/cases/${found.number}/decisions/`, {
    version: found.version,
    action,
    policy: 'impersonation',
    public_reason: 'The name belongs to a bank.',
    owner_reason: 'You have shown no proof that the name is yours.',
  });
  expect(decided.status, decided.body.error).toBe(201);
  return found.number;
}

let count = 0;
const newEmail = () => `bola.${String(Date.now())}.${String((count += 1))}@example.com`;

for (const javaScriptEnabled of [true, false])
  test.describe(
    `${javaScriptEnabled ? 'With' : 'Without'} JavaScript`,
    { tag: javaScriptEnabled ? [] : '@all' },
    () => {
      test.use({ javaScriptEnabled });

      test('A report leads to a decision, an appeal and another decision', async ({ page, site }) => {
        const owner = await site.people.verified();
        const app = await listApp(site, owner);
        const [one, other] = [await site.people.staff('moderator'), await site.people.staff('moderator')];
        const reporter = newEmail();
        const check = async () => expect(javaScriptEnabled ? await violations(page) : []).toEqual([]);
        await fillReport(page, app);
        const link = page.getByLabel('A link that shows it');
        await link.fill('ftp://files.example.com');
        await fillGuest(page, reporter);
        await send(page).click();
        await expect(page.getByRole('alert').first()).toContainText('Enter a link that begins with');
        await expect(page.getByLabel('Impersonation')).toBeChecked();
        await expect(page.getByLabel('Describe it')).toHaveValue(message);
        await expect(page.getByLabel('Your name')).toHaveValue('Bola Ade');
        await link.fill('https://files.example.com');
        await send(page).click();
        await page.getByLabel('Code').fill('AAAAAAAA');
        await send(page).click();
        await expect(page.getByRole('alert')).toBeVisible();
        await check();
        if (javaScriptEnabled) {
          // Going back finds the report as it was typed.
          await page.getByRole('link', { name: 'go back to the report' }).click();
          await expect(page.getByLabel('Describe it')).toHaveValue(message);
          await expect(page.getByLabel('Your name')).toHaveValue('Bola Ade');
          await send(page).click();
        }
        await confirm(page, reporter, site);

        const number = await decide(site, one, 'report', app, 'remove');
        expect((await page.goto(`/app/${app.name_id}`))?.status()).toBe(410);
        await page.locator(`a[href="/moderation/${number}"]`).click();
        await expect(page.getByText('The name belongs to a bank.')).toBeVisible();
        await expect(page.getByText(app.name)).toHaveCount(0);
        await check();
        const linkIn = async (email: string, path: string) =>
          (await site.mailbox.newest(email)).links.find((one) => one.includes(path)) ?? '';
        await page.goto(await linkIn(reporter, '/report/'));
        await expect(page.getByText('It was removed.', { exact: false }).first()).toBeVisible();

        const appeal = await linkIn(owner.email, '/appeal/');
        await page.goto(appeal);
        await page
          .getByLabel('Why is the decision wrong?')
          .fill('We are this bank. Our number is RC 123456.');
        await check();
        await page.getByRole('button', { name: 'Send appeal' }).click();
        await expect(page.getByText('We have received your appeal.')).toBeVisible();
        await decide(site, other, 'appeal', app, 'restore');
        // Beside it is a mail that says that the listing is back.
        const mails = (await site.mailbox.to(owner.email)).map(({ text }) => text).join('\n');
        expect(mails).toContain('your appeal was successful');
        await page.goto(appeal);
        await seen(page, 'Your appeal was successful');
        expect((await page.goto(`/app/${app.name_id}`))?.status()).toBe(200);
        await page.goto('/transparency');
        await expect(page.getByRole('table', { name: 'Appeals' }).first()).toContainText('Decision reversed');
      });
    },
  );

test(
  'A member needs no code, and sends the report as a guest when the login has ended',
  { tag: '@all' },
  async ({ page, site }) => {
    const owner = await site.people.verified();
    const app = await listApp(site, owner);
    await openAs(page, owner, '/about');
    await fillReport(page, app);
    await send(page).click();
    await expect(page.getByText('This is yours: you can change or delete it yourself.')).toBeVisible();
    await expect(page.getByLabel('Describe it')).toHaveValue(message);

    await openAs(page, await site.people.verified(), '/about');
    await fillReport(page, app);
    await expect(page.getByLabel('Your name')).toBeHidden();
    await send(page).click();
    await expect(page.getByText('Our staff are looking at it.')).toBeVisible();

    const other = await listApp(site, owner);
    await openAs(page, await site.people.verified(), '/about');
    await fillReport(page, other);
    await endLogin(page, site);
    await send(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your login has ended.' })).toHaveText(
      'Your login has ended. Enter your name and email address, or log in again.',
    );
    await expect(page.getByLabel('Describe it')).toHaveValue(message);
    await expect(page.getByLabel('Your name')).toBeFocused();
    expect(await violations(page)).toEqual([]);
    const email = newEmail();
    await fillGuest(page, email);
    await send(page).click();
    await confirm(page, email, site);
  },
);
