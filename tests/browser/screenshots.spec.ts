// Every page on which an owner adds, orders, replaces or deletes screenshots.
import { expect, laptop, phone, ready, test, violations, seen, inProof } from '../support/browser.ts';
import { appNamed, pictureFile } from '../support/listings.ts';
import { openOwn, save } from '../support/owner-pages.ts';

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Adds screenshots on the list itself, at most four', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 2 });
      await ready(page);
      expect(await violations(page)).toEqual([]);
      await expect(save(page)).toBeDisabled();
      const files = await Promise.all([310, 320, 330].map((width) => pictureFile('new.png', width, 300)));
      await page.locator('input[type="file"]').setInputFiles(files.map(({ path }) => path));
      await expect(page.getByText('Only 4 images can be uploaded')).toBeVisible();
      // The app has two, so there was room for two more.
      await expect(page.locator('.thumb')).toHaveCount(4);
      await expect(page.getByText('4 of 4')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      // An unsaved order is sent along.
      await page.getByRole('button', { name: 'Move image 1 later' }).click();
      await save(page).click();
      await seen(page, 'Screenshot upload successful');
      await expect(page.getByText('Maximum')).toBeVisible();
      await expect(page.locator('.thumb')).toHaveCount(4);
      await expect(page.locator('.drop')).toHaveCount(0);
      const after = (await appNamed(request, app.name_id)).screenshot.map(({ id }) => id);
      const [one, two] = app.screenshot.map(({ id }) => id);
      expect(after.slice(0, 2)).toEqual([two, one]);
      expect(after).toHaveLength(4);
    });

    test('Adds screenshots on a page of its own, and goes back to the list', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 1 });
      await page.getByRole('link', { name: 'Add screenshots' }).click();
      await page.waitForURL(`/app/${app.name_id}/update/screenshots/new`);
      await ready(page);
      await expect(save(page)).toBeDisabled();
      expect(await violations(page)).toEqual([]);
      const { path } = await pictureFile('new.png', 310, 300);
      await page.locator('input[type="file"]').setInputFiles(path);
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1_000);
      await save(page).click();
      await seen(page, 'Screenshot upload successful');
      await page.clock.runFor(700);
      expect(new URL(page.url()).pathname).toBe(`/app/${app.name_id}/update/screenshots/new`);
      await page.clock.resume();
      await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
      await expect(page.locator('.thumb')).toHaveCount(2);
    });

    test('Reorders screenshots by buttons and by dragging', inProof, async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 3 });
      const [one, two, three] = app.screenshot.map(({ id }) => id);
      const order = async () => (await appNamed(request, app.name_id)).screenshot.map(({ id }) => id);
      const saveOrder = page.getByRole('button', { name: 'Save the order' });
      await expect(saveOrder).toBeDisabled();
      await page.getByRole('button', { name: 'Move image 1 later' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Move image 2 later' })).toBeFocused();
      await saveOrder.click();
      await seen(page, 'App update successful');
      expect(await order()).toEqual([two, one, three]);
      await page.locator('.thumb').nth(2).dragTo(page.locator('.thumb').nth(0));
      await saveOrder.click();
      await seen(page, 'App update successful');
      await expect.poll(order).toEqual([three, two, one]);
    });

    test('Replaces a screenshot, then deletes it', inProof, async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 2 });
      const [before] = app.screenshot;
      await page.getByRole('link', { name: 'Image 1' }).click();
      await page.waitForURL(`/app/${app.name_id}/update/screenshots/${before?.id ?? ''}`);
      await expect(page.getByRole('img', { name: 'Screenshot 1 of 2' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Replace' }).click();
      await ready(page);
      const [first, second] = await Promise.all([
        pictureFile('new.png', 350, 300),
        pictureFile('newer.png', 370, 300),
      ]);
      await page.locator('input[type="file"]').setInputFiles(first.path);
      await expect(save(page)).toBeEnabled();
      await page.getByRole('button', { name: 'Remove image 1' }).click();
      await expect(save(page)).toBeDisabled();
      await page.locator('input[type="file"]').setInputFiles(second.path);
      expect(await violations(page)).toEqual([]);
      await save(page).click();
      await seen(page, 'App screenshot update successful');
      await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
      const [after] = (await appNamed(request, app.name_id)).screenshot;
      expect(after?.image).not.toBe(before?.image);

      await page.getByRole('link', { name: 'Image 1' }).click();
      await page.getByRole('link', { name: 'Delete' }).click();
      await ready(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete' }).click();
      await seen(page, 'App screenshot delete successful');
      await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
      await expect(page.locator('.thumb')).toHaveCount(1);
    });
  });
}
