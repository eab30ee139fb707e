// The page that deletes an app, when the server refuses and when the login has ended.
import {
  expect,
  openAs,
  password,
  phone,
  post,
  ready,
  storedPair,
  test,
  verifiedAccount,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { endedNotice } from '../support/kept-forms.ts';

test.use({ viewport: phone });

test("The page that deletes an app shows the server's error, and comes back after a login", async ({
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
  await expect(endedNotice(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(path);
  await ready(page);
  // For safety, the name has to be typed again.
  await expect(confirm).toHaveValue('');
});
