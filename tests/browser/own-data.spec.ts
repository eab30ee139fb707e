// What owners do with their own data: show or hide contact details, export everything, delete the account.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import { readZip } from '../support/read-zip.ts';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  password,
  phone,
  ready,
  storedPair,
  test,
  verifiedAccount,
  violations,
  seen,
  inProof,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const shows = (page: Page, kind: string) => page.getByRole('switch', { name: `Show on my page (${kind})` });
const contacts = { phone_no: '+2348031234567', country_code: 'NG', address: '12 Allen Avenue, Ikeja' };
/** The number as pages display it. */
const phoneText = '+234 803 123 4567';

async function withContacts(page: Page, email: string): Promise<UserJson> {
  const headers = { authorization: `Bearer ${(await pairOf(page.request, email)).access}` };
  const me = (await (await page.request.get('/api/v1/user/me/', { headers })).json()) as UserJson;
  const answer = await page.request.patch(`/api/v1/user/${me.id}/`, {
    data: contacts,
    headers,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as UserJson;
}

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test(
      'Contact details that are switched off appear on no page, neither on screen nor in print',
      inProof,
      async ({ page, request }) => {
        const email = await verifiedAccount(request);
        const app = await listApp(request, email);
        const user = await withContacts(page, email);
        await openAs(page, email, '/profile/update/basic-info');
        await expect(save(page)).toBeDisabled();
        for (const kind of ['email', 'phone', 'address']) await expect(shows(page, kind)).toBeChecked();
        await shows(page, 'email').click();
        await shows(page, 'address').press('Space');
        expect(await violations(page)).toEqual([]);
        const sent = page.waitForRequest((one) => one.method() === 'PATCH');
        await save(page).click();
        const form = (await sent).postData() ?? '';
        expect([...form.matchAll(/name="(\w+)"\s+(\w+)/g)].map(([, name, value]) => [name, value])).toEqual([
          ['show_email', 'false'],
          ['show_address', 'false'],
        ]);
        await seen(page, 'Update successful');
        await page.reload();
        await expect(shows(page, 'email')).not.toBeChecked();
        await expect(shows(page, 'phone')).toBeChecked();
        await expect(page.getByLabel('Address', { exact: true }).first()).toHaveValue(contacts.address);

        for (const path of [
          `/user/${user.id}`,
          `/user/${user.id}/apps`,
          `/app/${app.name_id}`,
          '/',
          '/apps',
        ]) {
          const html = await (await request.get(path)).text();
          for (const hidden of [email, contacts.address])
            expect([path, html.toLowerCase().includes(hidden.toLowerCase())]).toEqual([path, false]);
        }
        await page.goto(`/app/${app.name_id}`);
        await expect(page.getByRole('link', { name: phoneText, exact: true })).toBeVisible();
        for (const path of [`/app/${app.name_id}`, `/user/${user.id}`]) {
          await page.goto(path);
          for (const hidden of [email, contacts.address])
            await expect(page.getByRole('listitem').filter({ hasText: hidden })).toContainText(
              'Only you see it',
            );
        }
        await page.emulateMedia({ media: 'print' });
        const shown = await page.locator('body').innerText();
        expect(shown).toContain(phoneText);
        for (const hidden of [email, contacts.address]) expect(shown).not.toContain(hidden);
      },
    );

    test('A profile that shows no contact details says so', inProof, async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const { id } = await withContacts(page, email);
      const headers = { authorization: `Bearer ${(await pairOf(request, email)).access}` };
      const data = { show_email: 'false', show_phone: 'false', show_address: 'false' };
      await request.patch(`/api/v1/user/${id}/`, { data, headers });
      await page.goto(`/user/${id}`);
      await expect(page.getByText('No contact details shown')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test('Downloads the data after the password is entered', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email, { screenshots: 2 });
      await openAs(page, email, '/profile/update');
      await page.locator('.parts').getByRole('link', { name: 'Your data' }).click();
      await page.waitForURL('/profile/update/your-data');
      await ready(page);
      const download = page.getByRole('button', { name: 'Download', exact: true });
      await expect(download).toBeDisabled();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Your password', { exact: true }).fill('not this one');
      await download.click();
      await expect(page.getByText('This is not your password.').first()).toBeVisible();
      await page.getByLabel('Your password', { exact: true }).fill(password);
      const begun = page.waitForEvent('download');
      await download.click();
      const file = await begun;
      expect(file.suggestedFilename()).toBe('naijabuilt-data.zip');
      const files = await readZip(await readFile(await file.path()));
      expect([...files.keys()].sort()).toEqual(
        ['data.json', ...[1, 2].map((shot) => `apps/${app.name_id}/screenshot-${shot}.jpg`)].sort(),
      );
      await expect(page.getByText('Your data is on its way to your downloads')).toBeVisible();
      await expect(page.getByLabel('Your password', { exact: true })).toHaveValue('');
    });

    test('Deletes the account, with everything in it, after the password is entered', async ({
      page,
      request,
    }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const { id } = await withContacts(page, email);
      await openAs(page, email, '/profile/update/delete-account');
      await ready(page);
      expect(await violations(page)).toEqual([]);
      const remove = page.getByRole('button', { name: 'Delete account' });
      await page.getByLabel('Your password', { exact: true }).fill('not this one');
      await remove.click();
      await expect(page.getByText('This is not your password.').first()).toBeVisible();
      await page.getByLabel('Your password', { exact: true }).fill(password);
      await remove.click();
      await seen(page, 'Account deleted successfully');
      await page.waitForURL('/');
      expect(await storedPair(page)).toEqual({ access: null, refresh: null });
      await expect(page.getByText(app.name)).toHaveCount(0);
      for (const [path, status] of [
        [`/app/${app.name_id}`, 410],
        [`/user/${id}`, 404],
      ] as const) {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(status);
        await expect(page.getByText('cannot find this page')).toBeVisible();
      }
    });
  });
}
