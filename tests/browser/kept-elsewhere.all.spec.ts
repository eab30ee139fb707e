// Input kept on one device overwrites only its own changes: what was saved elsewhere in the meantime stays.
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  inProof,
  openAs,
  pairOf,
  phone,
  ready,
  test,
  verifiedAccount,
  seen,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import type { OwnUserJson } from '../../src/lib/shared/schemas/users.ts';

test.use({ viewport: phone });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: /^(?:Save|Submit)$/ });

async function changeElsewhere(
  request: APIRequestContext,
  email: string,
  path: string,
  data: object,
): Promise<void> {
  const { access } = await pairOf(request, email);
  const answer = await request.patch(`/api/v1${path}`, {
    data,
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function ownProfile(request: APIRequestContext, email: string): Promise<OwnUserJson> {
  const { access } = await pairOf(request, email);
  const answer = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
  return (await answer.json()) as OwnUserJson;
}

test('A kept switch keeps other switches that were changed elsewhere', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const path = `/user/${(await ownProfile(request, email)).id}/`;
  await openAs(page, email, '/profile/update/basic-info');
  await ready(page);
  const shown = (detail: string) => page.getByRole('switch', { name: `Show on my page (${detail})` });
  await expect(shown('phone')).toBeChecked();
  await shown('email').click();
  await expect(shown('email')).not.toBeChecked();
  await changeElsewhere(request, email, path, { show_phone: 'false' });
  await page.reload();
  await ready(page);
  await expect(shown('email')).not.toBeChecked();
  await expect(shown('phone')).not.toBeChecked();
  await submit(page).click();
  await seen(page, 'Update successful');
  const { show_email, show_phone } = await ownProfile(request, email);
  expect({ show_email, show_phone }).toEqual({ show_email: false, show_phone: false });
});

// The next test changes links elsewhere as well; the others keep values of a form.
test('A kept social link keeps links that were added elsewhere', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/profile/update/social-info');
  await ready(page);
  await field(page, 'GitHub').fill('https://github.com/ada');
  const { id } = await ownProfile(request, email);
  const youtube = 'https://www.youtube.com/@ada';
  await changeElsewhere(request, email, `/user/${id}/`, { social_account_dict: JSON.stringify({ youtube }) });
  await page.reload();
  await ready(page);
  await expect(field(page, 'GitHub')).toHaveValue('https://github.com/ada');
  await expect(field(page, 'YouTube')).toHaveValue(youtube);
  await submit(page).click();
  await seen(page, 'Update successful');
  expect((await ownProfile(request, email)).social_account_dict).toEqual({
    github: 'https://github.com/ada',
    youtube,
  });
});

test('Saving a social link keeps additions and removals made elsewhere', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const { id } = await ownProfile(request, email);
  const saveElsewhere = (links: Record<string, string>) =>
    changeElsewhere(request, email, `/user/${id}/`, { social_account_dict: JSON.stringify(links) });
  const [medium, tiktok] = ['https://medium.com/@ada', 'https://www.tiktok.com/@ada'];
  await saveElsewhere({ medium, tiktok });
  await openAs(page, email, '/profile/update/social-info');
  await ready(page);
  await field(page, 'GitHub').fill('https://github.com/ada');
  await page.getByRole('button', { name: 'Remove Medium' }).click();
  const youtube = 'https://www.youtube.com/@ada';
  // Without a reload the page does not know the YouTube link, and still has the TikTok link that was removed.
  await saveElsewhere({ medium, youtube });
  await submit(page).click();
  await seen(page, 'Update successful');
  expect((await ownProfile(request, email)).social_account_dict).toEqual({
    github: 'https://github.com/ada',
    youtube,
  });
});

test('A kept category keeps categories that were added elsewhere', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const names = async () => {
    const answer = await request.get(`/api/v1/app/${app.name_id}/`);
    return ((await answer.json()) as { category: string }).category.split(',');
  };
  await changeElsewhere(request, email, `/app/${app.id}/`, { category: 'Education' });
  await openAs(page, email, `/app/${app.name_id}/update/category`);
  await ready(page);
  await page.getByLabel('Finance').check();
  await changeElsewhere(request, email, `/app/${app.id}/`, { category: 'Education,Business' });
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Finance')).toBeChecked();
  await expect(page.getByLabel('Business')).toBeChecked();
  await submit(page).click();
  await seen(page, 'App category update successful');
  expect((await names()).sort()).toEqual(['Business', 'Education', 'Finance']);
});

test('A kept download link does not restore a link that was changed elsewhere', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  await changeElsewhere(request, email, `/app/${app.id}/`, { external_link: 'https://myapp.ng/old' });
  await openAs(page, email, `/app/${app.name_id}/update/download-links`);
  await ready(page);
  await field(page, 'AppStore').fill('https://apps.apple.com/app/id1');
  await changeElsewhere(request, email, `/app/${app.id}/`, { external_link: 'https://myapp.ng/new' });
  // Without a reload the page still has the old link, and must not send it.
  await submit(page).click();
  await seen(page, 'App update successful');
  const answer = await request.get(`/api/v1/app/${app.name_id}/`);
  expect(await answer.json()).toMatchObject({ external_link: 'https://myapp.ng/new' });
});
