// The forms of a profile: basic info, phone numbers and social links.
import type { APIRequestContext, Page } from '@playwright/test';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  phone,
  test,
  verifiedAccount,
  violations,
  seen,
  inProof,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function me(request: APIRequestContext, email: string): Promise<UserJson> {
  const { access } = await pairOf(request, email);
  const answer = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
  return (await answer.json()) as UserJson;
}

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Basic info sends only what changed, and the change shows at once', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      await openAs(page, email, '/profile/update/basic-info');
      await expect(page.getByLabel('Country', { exact: true })).toBeDisabled();
      await expect(page.getByLabel('Country', { exact: true })).toHaveValue('NG');
      await expect(save(page)).toBeDisabled();
      await page.getByLabel('First name').fill('Zainab');
      await page.getByLabel('About me').fill('I build.');
      await page.getByLabel('Tags').fill('Go, Rust');
      await page.getByLabel('Your link').fill(`z-${app.id.slice(-8)}`);
      const sent = page.waitForRequest((asked) => asked.method() === 'PATCH');
      await save(page).click();
      const form = (await sent).postData() ?? '';
      expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data;/);
      expect([...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name).sort()).toEqual([
        'about_me',
        'firstname',
        'handle',
        'tags',
      ]);
      await seen(page, 'Update successful');
      await expect(save(page)).toBeDisabled();
      await expect(page.locator('[data-session-avatar]')).toHaveText('Z');
      await page.goto(`/app/${app.name_id}`);
      await expect(page.locator('.app-side').getByText('Zainab Obi')).toBeVisible();
      await page.goto(`/u/Z-${app.id.slice(-8)}`);
      expect(new URL(page.url()).pathname).toBe(`/u/z-${app.id.slice(-8)}`);
      await expect(page.getByText('I build.')).toBeVisible();
      await expect(page.locator('.tags').getByText('Rust')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test(
      'The phone number follows its country, and gets its calling code when it is filled in at once',
      inProof,
      async ({ page, request }) => {
        const email = await verifiedAccount(request);
        await openAs(page, email, '/profile/update/basic-info');
        const mobile = page.getByLabel('Mobile');
        const country = page.getByLabel('Country of the number');
        // All at once, as browsers fill in what they have saved.
        await mobile.fill('08031234567');
        await mobile.press('Tab');
        await expect(mobile).toHaveValue('+234 803 123 4567');
        await mobile.fill('+234 80');
        await save(page).click();
        await expect(page.getByText('This phone number is too short.')).toBeVisible();
        await mobile.fill('+234 803 123 45678 9012');
        await save(page).click();
        await expect(page.getByText('This phone number is too long.')).toBeVisible();
        for (const [code, number, kept] of [
          ['GH', '+233 24 123 4567', '+233241234567'],
          ['US', '+1 201 555 0123', '+12015550123'],
        ] as const) {
          await country.selectOption(code);
          await mobile.fill(number);
          await save(page).click();
          await expect.poll(async () => (await me(request, email)).phone_no).toBe(kept);
          expect((await me(request, email)).country_code).toBe(code);
          await expect(page.getByLabel('Country', { exact: true })).toHaveValue(code);
        }
        await country.selectOption('ZA');
        await expect(mobile).toHaveValue(/^\+27/);
        await mobile.fill('');
        await expect(country).toHaveValue('NG');
        await save(page).click();
        await expect.poll(async () => (await me(request, email)).phone_no).toBe('');
      },
    );

    test(
      'Offers the first four social links and more, and refuses a link of another network',
      inProof,
      async ({ page, request }) => {
        const email = await verifiedAccount(request);
        await openAs(page, email, '/profile/update/social-info');
        const fields = page.locator('.social-field input');
        await expect(fields).toHaveCount(4);
        await expect(page.getByPlaceholder('Your GitHub link')).toBeVisible();
        await page.getByRole('group', { name: 'Add more' }).getByRole('button', { name: 'YouTube' }).click();
        await expect(fields).toHaveCount(5);
        // None of the fields is filled.
        await expect(page.getByRole('group', { name: 'Add more' })).toBeVisible();
        await page.getByLabel('GitHub').fill('https://evil.ng/ada');
        await save(page).click();
        await expect(page.getByText('Enter the address of a page on github.com.')).toBeVisible();
        await page.getByLabel('GitHub').fill('github.com/ada');
        await page.getByRole('button', { name: 'Remove LinkedIn' }).click();
        await expect(fields).toHaveCount(4);
        expect(await violations(page)).toEqual([]);
        await save(page).click();
        await seen(page, 'Update successful');
        await page.waitForURL(/\/user\//);
        await expect(page.getByRole('link', { name: 'GitHub' })).toHaveAttribute(
          'href',
          'https://github.com/ada',
        );
      },
    );
  });
}
