// The panel in which an owner reads of the links of an app, beside another site on this machine.
import Database from 'better-sqlite3';
import { expect, openAs, phone, ready, verifiedAccount, violations } from '../support/browser.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { appNamed, listApp } from '../support/listings.ts';
import { newHost, test } from '../support/outside-browser.ts';

test.use({ viewport: phone });

/** Lets the server look at the links of a host now, instead of within the hour, and not at its robots.txt first. */
function lookNow(host: string): void {
  const db = new Database(databaseFile(process.env['TEST_DATA_DIR'] ?? ''), { fileMustExist: true });
  try {
    db.prepare(`insert into link_robots (host, text, read_at) values (?, '', ?)`).run(host, Date.now());
    db.prepare('update links set due_at = 0 where host = ?').run(host);
    db.prepare('update link_sites set due_at = 0 where site = ?').run(host);
  } finally {
    db.close();
  }
}

test('An owner takes over the address that a link has moved to with one press', async ({
  page,
  request,
  world,
}) => {
  const [host, next] = [newHost(), newHost()];
  const redirect = { location: `https://${next}/app` };
  world.host(host, (_, response) => void response.writeHead(301, redirect).end());
  world.host(next, { '/app': 'Here' });
  const email = await verifiedAccount(request);
  const app = await listApp(request, email, { website: `https://${host}` });
  lookNow(host);
  const looked = async () => (await appNamed(request, app.name_id)).links;
  await expect.poll(looked, { timeout: 30_000 }).toMatchObject([{ name: 'website', state: 'good' }]);

  await openAs(page, email, `/app/${app.name_id}/update`);
  await ready(page);
  const panel = page.getByRole('region', { name: 'Your links' });
  await expect(panel.getByText(`It has moved for good, to https://${next}/app`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Use the new address' }).click();
  await expect(panel.getByText('Changed. We look at the new address within an hour.')).toBeVisible();
  expect((await appNamed(request, app.name_id)).website).toBe(`https://${next}/app`);
  await page.reload();
  await expect(panel.getByText('Not looked at yet.')).toBeVisible();
  await expect(panel.getByRole('button')).toHaveCount(0);
});
