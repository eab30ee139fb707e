// The categories at the desk.
import type { Page } from '@playwright/test';
import { deskCategoriesSchema } from '../../src/lib/shared/schemas/moderation/categories.ts';
import { expect, phone, ready, test, violations, inProof } from '../support/browser.ts';
import { createStaff, openWith } from '../support/desk-browser.ts';
import { newName } from '../support/listings.ts';

test.use({ viewport: phone });

test(
  'An admin adds, renames and merges a category, by keyboard alone where it matters',
  inProof,
  async ({ page }) => {
    const admin = await createStaff(page.request, 'admin');
    await openWith(page, admin.pair, '/desk/categories');
    await ready(page);
    await page.getByText('Add a category').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Finance, Money');
    await page.getByRole('button', { name: 'Add the category' }).click();
    await expect(page.getByText('Use no comma: the names of an app are joined by commas.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fіnance');
    await page.getByRole('button', { name: 'Add the category' }).click();
    await expect(page.getByText("This name looks like 'Finance'. Choose another one.").first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Agriculture');
    await page.getByRole('button', { name: 'Add the category' }).click();
    await expect(page.getByText('The category was added at the end of the list.')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Rename Agriculture' }).press('Enter');
    await page.getByRole('textbox', { name: 'New name' }).fill('Farming');
    await page.getByRole('textbox', { name: 'New name' }).press('Enter');
    await expect(page.getByText('Old names: Agriculture')).toBeVisible();
    const listed = await page.request.post('/api/v1/app/', {
      headers: { authorization: `Bearer ${admin.pair.access}` },
      data: {
        name: `Yam ${String(Date.now())}`,
        description: 'Sells yams.',
        website: 'https://yam.ng',
        category: 'Agriculture,Reference',
      },
    });
    expect([listed.status(), await listed.json()]).toMatchObject([201, { category: 'Farming,Reference' }]);
    const { name_id: nameId } = (await listed.json()) as { name_id: string };

    await page.getByRole('button', { name: 'Move Farming up' }).press('Enter');
    await expect(page.getByText(/^Farming is number \d+ now\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Merge Farming' }).press('Enter');
    await page.getByLabel('Merge Farming into').selectOption('Reference');
    await expect(page.getByText('1 listing will move. 1 listing of them already in Reference')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Merge Farming into Reference' }).press('Enter');
    await expect(page.getByText('Old names: Agriculture, Farming')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename Farming' })).toHaveCount(0);
    await page.goto(`/category/agriculture`);
    await expect(page).toHaveURL('/category/reference');
    await page.goto(`/app/${nameId}`);
    await expect(page.getByRole('list', { name: 'Categories' })).toHaveText('Reference');
  },
);

/** Text and name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

async function addCategory(page: Page, name: string): Promise<void> {
  await page.getByText('Add a category').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Add the category' }).click();
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeVisible();
}

test(
  'Each change is announced in view, beside its category, and leaves the focus there',
  inProof,
  async ({ page }) => {
    const admin = await createStaff(page.request, 'admin');
    await openWith(page, admin.pair, '/desk/categories');
    await ready(page);
    await addCategory(page, 'Beekeeping');
    await page.getByRole('button', { name: 'Rename Beekeeping' }).press('Enter');
    await page.getByRole('textbox', { name: 'New name' }).fill('Honey');
    await page.getByRole('textbox', { name: 'New name' }).press('Enter');
    await expect(page.getByText('The category was renamed.')).toBeInViewport();
    await expect.poll(() => focused(page)).toBe('Rename Honey');

    await page.getByRole('button', { name: 'Move Honey up' }).press('Enter');
    await expect(page.getByText(/^Honey is number \d+ now\.$/)).toBeInViewport();
    await page.getByRole('button', { name: 'Move Honey down' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move Honey down' })).toHaveCount(0);
    await expect.poll(() => focused(page)).toBe('Move Honey up');

    await page.getByRole('button', { name: 'Merge Honey' }).press('Enter');
    await page.getByLabel('Merge Honey into').selectOption('Weather');
    await page.getByRole('button', { name: 'Merge Honey into Weather' }).press('Enter');
    await expect(page.getByText('Honey is part of it now.')).toBeInViewport();
    await expect.poll(() => focused(page)).toMatch(/^Weather/);
  },
);

test(
  'A change that comes too late says so in view, and the row is fetched again',
  inProof,
  async ({ page }) => {
    const admin = await createStaff(page.request, 'admin');
    const headers = { authorization: `Bearer ${admin.pair.access}` };
    await openWith(page, admin.pair, '/desk/categories');
    await ready(page);
    await addCategory(page, 'Botany');
    const listed = await page.request.post('/api/v1/app/', {
      headers,
      data: {
        name: newName(),
        description: 'Sells plants.',
        website: 'https://plants.ng',
        category: 'Botany',
      },
    });
    expect(listed.status()).toBe(201);
    await page.getByRole('button', { name: 'Remove Botany' }).press('Enter');
    await page.getByRole('button', { name: 'Yes, remove Botany' }).press('Enter');
    await expect(
      page.getByText('It has 1 listing. Merge it into another category instead.'),
    ).toBeInViewport();
    const row = page.locator('.desk-block', { hasText: 'Botany' });
    await expect(row).toContainText('1 listing');

    const { categories } = deskCategoriesSchema.parse(
      await (await page.request.get('/api/v1/desk/categories/', { headers })).json(),
    );
    const { id = '', version = 0 } = categories.find(({ name }) => name === 'Botany') ?? {};
    const data = { version, name: 'Plants' };
    expect((await page.request.patch(`/api/v1/desk/categories/${id}/`, { headers, data })).status()).toBe(
      200,
    );
    await page.getByRole('button', { name: 'Move Botany up' }).press('Enter');
    await expect(page.getByText('Somebody else has changed this')).toBeInViewport();
    await page.getByRole('button', { name: 'Move Plants up' }).press('Enter');
    await expect(page.getByText(/^Plants is number \d+ now\.$/)).toBeInViewport();
  },
);

test(
  'An unused category is removed by a second press, and moderators change nothing',
  inProof,
  async ({ page }) => {
    const admin = await createStaff(page.request, 'admin');
    await openWith(page, admin.pair, '/desk/categories');
    await ready(page);
    await page.getByText('Add a category').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Zoology');
    await page.getByRole('button', { name: 'Add the category' }).click();
    await page.getByRole('button', { name: 'Remove Zoology' }).click();
    await page.getByRole('button', { name: 'Yes, remove Zoology' }).click();
    await expect(page.getByText('Zoology was removed.')).toBeInViewport();
    await expect(page.getByText('Zoology was removed.')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Rename Zoology' })).toHaveCount(0);

    const moderator = await createStaff(page.request, 'moderator');
    await openWith(page, moderator.pair, '/desk/categories');
    await ready(page);
    await expect(page.getByText('Only admins change the categories.')).toBeVisible();
    await expect(page.getByText('Finance', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename Finance' })).toHaveCount(0);
  },
);
