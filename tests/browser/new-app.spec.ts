// Listing an app from an empty wizard to its page.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import {
  expect,
  laptop,
  openAs,
  phone,
  seen,
  test,
  verifiedAccount,
  violations,
} from '../support/browser.ts';
import { appNamed, newName, pictureFile } from '../support/listings.ts';
import { create, expectListed, next, openWizard, picker, saved, thumbnails } from '../support/wizard.ts';

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('A user lists an app from start to end', async ({ page, request }) => {
      const name = newName();
      await openAs(page, await verifiedAccount(request), '/new');
      await expect(page.locator('.wizard:not([inert])')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await expect(next(page)).toBeDisabled();

      const { results } = (await (await request.get('/api/v1/app/')).json()) as { results: AppJson[] };
      await page.getByLabel('App name').fill(results.at(-1)?.name.toUpperCase() ?? '');
      await expect(page.getByText('This app name exist')).toBeVisible();
      await page.getByLabel('App name').fill(name);
      await expect(page.getByText('This app name exist')).toBeHidden();
      await expect(next(page)).toBeDisabled();
      await page.getByLabel('Description').fill('Savings that lock themselves away.');
      await expect(page.getByText('Character: 34 / 120')).toBeVisible();
      await saved(page);
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await expect(preview.getByRole('heading', { name })).toBeVisible();
      await expect(preview.getByText('Savings that lock')).toBeVisible();
      await next(page).click();

      await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
      const logo = await pictureFile('logo.png', 500, 500);
      await picker(page).setInputFiles(logo.path);
      await expect(preview.locator('img.logo')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await next(page).click();

      await expect(page.getByRole('heading', { name: 'Upload Screenshots of your app' })).toBeVisible();
      const files = await Promise.all(
        [240, 260, 280, 300, 320].map((width) => pictureFile(`${width}.png`, width, 500)),
      );
      await picker(page).setInputFiles(files.map(({ path }) => path));
      await expect(page.getByText('Only 4 images can be uploaded')).toBeVisible();
      await expect(thumbnails(page)).toHaveCount(4);
      const widths = () =>
        page
          .locator('.thumb img')
          .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
      await expect.poll(widths).toEqual([240, 260, 280, 300]);
      await page.getByRole('button', { name: 'Move image 1 later' }).click();
      await expect.poll(widths).toEqual([260, 240, 280, 300]);
      await thumbnails(page).nth(3).dragTo(thumbnails(page).nth(0));
      await expect.poll(widths).toEqual([300, 260, 240, 280]);
      await page.getByRole('button', { name: 'Remove image 4' }).click();
      await expect.poll(widths).toEqual([300, 260, 240]);
      expect(await violations(page)).toEqual([]);
      await next(page).click();

      await expect(page.getByText('0 of 4')).toBeVisible();
      for (const category of ['Finance', 'Music', 'Books', 'Sports']) await page.getByLabel(category).check();
      await expect(page.getByText('4 of 4')).toBeVisible();
      await expect(page.getByText('Maximum')).toBeVisible();
      await expect(page.getByLabel('Travel')).toBeDisabled();
      await page.getByLabel('Music').uncheck();
      await expect(page.getByLabel('Travel')).toBeEnabled();
      expect(await violations(page)).toEqual([]);
      await next(page).click();

      await expect(create(page)).toBeDisabled();
      await page.getByLabel('Play Store link').fill('https://example.com/app');
      await page.getByLabel('Play Store link').blur();
      await expect(page.getByText('Enter an address on play.google.com.')).toBeVisible();
      await expect(create(page)).toBeDisabled();
      await page.getByLabel('Play Store link').fill('https://play.google.com/store/apps/details?id=ng.app');
      await expect(create(page)).toBeEnabled();
      expect(await violations(page)).toEqual([]);
      // Gone as soon as the app is listed.
      await Promise.all([seen(page, 'Listing...'), create(page).click()]);

      const listed = await appNamed(request, await expectListed(page, name));
      expect(listed.category).toBe('Finance,Books,Sports');
      expect(listed.logo).toContain('/media/');
      expect(listed.screenshot).toHaveLength(3);

      await openWizard(page);
      await expect(page.getByLabel('App name')).toHaveValue('');
      await expect(page.getByText('Draft saved')).toBeHidden();
    });
  });
}
