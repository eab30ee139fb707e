// What the page of an app shows by the width of the screen.
import { expect, test, verifiedAccount } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

test('Shows five other apps of the owner, and three from 992 px on', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  for (let count = 0; count < 6; count += 1) await listApp(request, email);
  await page.setViewportSize({ width: 991, height: 800 });
  await page.goto(`/app/${app.name_id}`);
  const others = page.locator('section', { has: page.getByRole('heading', { name: /^More from/ }) });
  await expect(others.getByRole('listitem').filter({ visible: true })).toHaveCount(5);
  await expect(others.getByRole('link', { name: app.name })).toHaveCount(0);
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(others.getByRole('listitem').filter({ visible: true })).toHaveCount(3);
});
