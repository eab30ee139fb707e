// The shelves of the front page at the desk.
import type { Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { PickJson } from '../../src/lib/shared/schemas/moderation/shelves.ts';
import { expect, phone, ready, test, violations } from '../support/browser.ts';
import { createStaff, openWith, type StaffLogin } from '../support/desk-browser.ts';

test.use({ viewport: phone });

/** Sample apps that can be picked, and one that cannot. */
async function samples(page: Page, { pair }: StaffLogin): Promise<{ fit: PickJson[]; unfit: PickJson }> {
  const headers = { authorization: `Bearer ${pair.access}` };
  const fit: PickJson[] = [];
  let unfit: PickJson | undefined;
  for (let path: string | null = '/api/v1/app/?sort=name'; path !== null;) {
    const answer = await page.request.get(path);
    const { results, next } = (await answer.json()) as { results: AppJson[]; next: string | null };
    for (const { id } of results) {
      const pick = (await (
        await page.request.get(`/api/v1/desk/picks/?app=${id}`, { headers })
      ).json()) as PickJson;
      if (pick.missing.length > 0) unfit ??= pick;
      else fit.push(pick);
      if (fit.length >= 4 && unfit) return { fit, unfit };
    }
    path = next === null ? null : next.slice(next.indexOf('/api/'));
  }
  throw new Error('The samples lack apps to pick.');
}

/** A local time in days, as an input takes it. */
const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 - new Date().getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 16);

async function pick(page: Page, { name_id, name }: PickJson): Promise<void> {
  await page.getByLabel('Find an app').fill(`/app/${name_id}`);
  await page.getByLabel('Find an app').press('Enter');
  await expect(page.getByText(`${name} is on the shelf.`)).toBeVisible();
}

test('An editor adds, orders and removes a shelf by keyboard, and cannot pick what lacks something', async ({
  page,
}) => {
  const editor = await createStaff(page.request, 'moderator');
  const { fit, unfit } = await samples(page, editor);
  const [first, second, third, fourth] = fit;
  if (!first || !second || !third || !fourth) throw new Error('Too few samples.');
  await openWith(page, editor.pair, '/desk/shelves');
  await ready(page);
  await page.getByText('Add a shelf').click();
  await page.getByLabel('Place').selectOption('Theme');
  const title = `Theme ${String(Date.now())}`;
  await page.getByLabel('Title').fill(title);
  // Far away, so that the front page of other tests stays as it is.
  const begins = 400 + Math.floor(Math.random() * 10_000);
  await page.getByLabel('From').fill(inDays(begins));
  await page.getByLabel('Until').fill(inDays(begins + 1));
  await page.getByLabel('Find an app').fill(unfit.name_id);
  await page.getByRole('button', { name: 'Check and add' }).click();
  await expect(page.getByText(`${unfit.name} cannot be picked yet. It needs:`)).toBeVisible();
  await pick(page, first);
  await pick(page, second);
  await page.getByRole('button', { name: 'Add the shelf' }).click();
  await expect(page.getByText('Choose 3 to 6 apps.').first()).toBeVisible();
  await pick(page, third);
  await page.getByRole('button', { name: `Move ${third.name} up` }).press('Enter');
  await expect(page.getByText(`${third.name} is number 2 now.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Move ${third.name} up` })).toBeFocused();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('.app-name')).toHaveText([first.name, third.name, second.name]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add the shelf' }).click();
  const row = page.locator('.desk-block', { hasText: title });
  await expect(row).toContainText('Begins later');
  await expect(row.locator('li')).toHaveText([first.name, third.name, second.name]);

  await row.getByRole('button', { name: `Change ${title}` }).press('Enter');
  await row.getByRole('button', { name: `Take ${first.name} off` }).press('Enter');
  await expect(row.getByLabel('Find an app')).toBeFocused();
  await row.getByLabel('Find an app').fill(fourth.name_id);
  await row.getByLabel('Find an app').press('Enter');
  await expect(row.getByText(`${fourth.name} is on the shelf.`)).toBeVisible();
  await row.getByRole('button', { name: 'Save the shelf' }).click();
  await expect(row.locator('> .shelf-picks li')).toHaveText([third.name, second.name, fourth.name]);
  expect(await violations(page)).toEqual([]);

  await row.getByRole('button', { name: `Remove ${title}` }).press('Enter');
  await row.getByRole('button', { name: `Yes, remove ${title}` }).press('Enter');
  await expect(row).toHaveCount(0);
});
