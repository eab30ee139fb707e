// How an owner chooses who finds an app, names its successor, and sees why a listing is held.
import type { Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import {
  expect,
  laptop,
  openAs,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  seen,
  inProof,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { openOwn, save } from '../support/owner-pages.ts';

const finds = (page: Page) => page.getByLabel('Who finds it');
const offered = (page: Page) => page.getByLabel('Is it still offered?');
const successor = (page: Page) => page.getByLabel('Address of the app that replaces it');
const saved = (page: Page) => seen(page, 'Visibility update successful');

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('An owner unlists an app, and its page tells the owner', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/visibility');
      expect(await violations(page)).toEqual([]);
      await expect(save(page)).toBeDisabled();
      await finds(page).selectOption('unlisted');
      await save(page).click();
      await saved(page);
      await page.goto(`/app/${app.name_id}`);
      const note = page.getByText('This app is unlisted: only people who have its address see it.');
      await expect(note).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.goto(`/app/${app.name_id}/update`);
      await expect(page.locator('.part', { hasText: 'Visibility' })).toContainText('Unlisted');
      await page.goto(`/app/${app.name_id}/update/visibility`);
      await ready(page);
      await expect(finds(page)).toHaveValue('unlisted');
      await finds(page).selectOption('public');
      await save(page).click();
      await saved(page);
      await page.goto(`/app/${app.name_id}`);
      await expect(note).toHaveCount(0);
    });

    test('An owner discontinues an app and names its successor', inProof, async ({ page, request }) => {
      const other = await listApp(request, await verifiedAccount(request));
      const app = await openOwn(page, request, '/update/visibility');
      await expect(successor(page)).toHaveCount(0);
      await offered(page).selectOption('discontinued');
      await successor(page).fill('no-such-app');
      await save(page).click();
      await expect(page.getByText('There is no public app at this address.').first()).toBeVisible();
      await expect(successor(page)).toHaveValue('no-such-app');
      expect(await violations(page)).toEqual([]);
      await successor(page).fill(new URL(`/app/${other.name_id}`, page.url()).href);
      await save(page).click();
      await saved(page);
      await page.goto(`/app/${app.name_id}`);
      await expect(page.getByText(/^Discontinued since/)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: other.name }).click();
      await page.waitForURL(`/app/${other.name_id}`);
      await page.goto(`/app/${app.name_id}/update/visibility`);
      await ready(page);
      await expect(successor(page)).toHaveValue(`/app/${other.name_id}`);
      await offered(page).selectOption('active');
      await save(page).click();
      await saved(page);
      await page.goto(`/app/${app.name_id}`);
      await expect(page.getByText(/^Discontinued since/)).toHaveCount(0);
    });

    test('Your listings show every state with its reason, and a held app gets another name', async ({
      page,
      request,
    }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const of = (id: string, facts: Partial<AppJson> & Record<string, unknown>) => ({
        ...app,
        state_at: null,
        state_reason: '',
        state_clears: '',
        state_policy: '',
        state_decision: null,
        questions: [],
        ...facts,
        id,
      });
      const results = [
        of(app.id, {
          state: 'held',
          state_reason: 'The name is that of a bank.',
          state_clears: 'Another name.',
        }),
        of('b', {
          name: 'Second',
          state: 'unlisted',
          lifecycle: 'discontinued',
          questions: [
            {
              text: 'Is the phone number still yours?',
              until: '2026-12-01T12:00:00.000Z',
              url: 'https://apps.example.ng/answer/secret',
            },
          ],
        }),
        of('c', { name: 'Third', state: 'limited', state_reason: 'Spam.', state_decision: '20261121-K7Q2' }),
        of('d', { name: 'Fourth', state: 'removed', state_reason: 'A scam.' }),
      ];
      await page.route('**/api/v1/user/listings/', (route) =>
        route.fulfill({ json: { results, next: null, previous: null, count: 4 } }),
      );
      await openAs(page, email, '/profile/update');
      await page.locator('.parts').getByRole('link', { name: 'Your listings' }).click();
      await page.waitForURL('/profile/update/listings');
      const items = page.locator('.own-listings > li');
      await expect(items).toHaveCount(4);
      await expect(items.nth(0)).toContainText('Reason: The name is that of a bank.');
      await expect(items.nth(0)).toContainText('What ends the hold: Another name.');
      await expect(items.nth(1)).toContainText('Unlisted, discontinued.');
      await expect(items.nth(1)).toContainText('The staff ask: Is the phone number still yours?');
      await expect(items.nth(1).getByRole('link', { name: /^See it and answer/ })).toHaveAttribute(
        'href',
        '/answer/secret',
      );
      await expect(items.nth(2).getByRole('link', { name: 'Read the decision' })).toHaveAttribute(
        'href',
        '/moderation/20261121-K7Q2',
      );
      await expect(items.nth(3).getByRole('link')).toHaveCount(0);
      await expect(items.nth(1).getByRole('link', { name: 'Change its visibility of Second' })).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await items.nth(0).getByRole('button', { name: 'Change it' }).click();
      const name = page.getByLabel('App name');
      await expect(name).toHaveValue(app.name);
      await name.fill(`${app.name} Two`);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(async () => ((await (await request.get(`/api/v1/app/${app.id}/`)).json()) as AppJson).name)
        .toBe(`${app.name} Two`);
      await page.waitForURL('/profile/update/listings');
    });
  });
}

test(
  'A missing app leads people who are logged in to their own listings',
  inProof,
  async ({ page, request }) => {
    const email = await verifiedAccount(request);
    await page.goto('/app/no-such-app');
    const link = page.getByRole('link', { name: 'Look among your own listings' });
    await expect(link).toBeHidden();
    await openAs(page, email, '/app/no-such-app');
    await link.click();
    await page.waitForURL('/profile/update/listings');
    await expect(page.getByText('You have no Apps created yet.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  },
);
