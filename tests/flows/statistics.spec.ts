// An owner looks at the statistics of an app, and takes them along.
import { readFile } from 'node:fs/promises';
import { expect, listApp, openAs, phone, test, violations } from '../harness/browser.ts';
import { misfits } from '../harness/page-faults.ts';

// A headless browser is a bot by its own name, and bots do not count.
test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/140.0.0.0 Mobile Safari/537.36' });

test('Shows an owner the figures as lines and tables, and saves them as CSV', async ({ page, site }) => {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  const opened = page.waitForRequest((request) => request.url().endsWith('/taps/?link=website'));
  await page.goto(`/app/${app.name_id}`);
  await page.route('https://myapp.ng/**', (route) => route.fulfill({ body: 'There.' }));
  await page.locator('html[data-enhanced]').waitFor();
  await page.locator('a[data-link="website"]').first().click();
  await opened;
  await openAs(page, owner, `/app/${app.name_id}/update`);
  await page.getByRole('link', { name: 'Statistics' }).click();
  await site.work();
  const counted = async (): Promise<boolean> => {
    await page.reload();
    await page.getByRole('heading', { name: /^Views: / }).waitFor();
    return await page.getByRole('heading', { name: 'Link clicks: 1', exact: true }).isVisible();
  };
  await expect.poll(counted, { timeout: 30_000 }).toBe(true);
  await expect(page.getByRole('img', { name: /^Views\. Most on a day: 1$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Website 1 0' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Direct 1 0' })).toBeVisible();
  for (const viewport of [phone, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    expect(await violations(page)).toEqual([]);
    expect(await misfits(page)).toEqual([]);
  }
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page.getByRole('row')).toHaveCount(91 + 5 + 2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download days as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect([lines.length, lines[0], lines.at(-1)?.slice(11)]).toEqual([
    91,
    'Day,Views,Link clicks,Website,Other link,App Store,Play Store,Saves,Followers,Profile views',
    '1,1,1,0,0,0,0,0,0',
  ]);
});
