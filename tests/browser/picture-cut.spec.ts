// Cropping a picture that is not square.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  expect,
  openAs,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  inProof,
  seen,
} from '../support/browser.ts';
import { appNamed, listApp, newName, pictureFile } from '../support/listings.ts';
import { create, expectListed, fillBasics, next, openWizard, picker, saved } from '../support/wizard.ts';

test.use({ viewport: phone });

test.describe('A picture that is not square', () => {
  /** Red, white and blue thirds: the colour of the crop tells which third it shows. */
  async function thirds(): Promise<string> {
    const { path } = await pictureFile('wide.png', 900, 300);
    const part = (background: string) =>
      sharp({ create: { width: 300, height: 300, channels: 3, background } })
        .png()
        .toBuffer();
    const colours = await Promise.all(['#ff0000', '#ffffff', '#0000ff'].map(part));
    await sharp({ create: { width: 900, height: 300, channels: 3, background: '#000' } })
      .composite(colours.map((input, index) => ({ input, left: index * 300, top: 0 })))
      .png()
      .toFile(path);
    return path;
  }

  async function look(page: Page, nameId: string) {
    const { logo } = await appNamed(page.request, nameId);
    const picture = sharp(await (await page.request.get(logo ?? '')).body());
    const { width, height } = await picture.metadata();
    const { channels } = await picture.stats();
    return { width, height, colour: channels.slice(0, 3).map(({ mean }) => Math.round(mean / 255)) };
  }

  // profiles.spec.ts crops the picture of a profile with the keyboard.
  test('Crops a picture for a profile and shows it round', inProof, async ({ page }) => {
    const email = await verifiedAccount(page.request);
    await openAs(page, email, '/profile/update/picture');
    await ready(page);
    await picker(page).setInputFiles(await thirds());
    await expect(area(page)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/user\//);
    await page.goto('/profile/update/picture');
    const today = page.getByRole('img', { name: 'Your picture of today' });
    await expect(today).toHaveCSS('border-top-left-radius', '50%');
    const bytes = await (await page.request.get((await today.getAttribute('src')) ?? '')).body();
    const { width, height } = await sharp(bytes).metadata();
    expect(width).toBe(height);
  });

  const area = (page: Page) => page.getByRole('group', { name: /Part of the picture/ });

  test(
    'Crops a logo where the keyboard moved the square, and lists the app with that part',
    inProof,
    async ({ page }) => {
      const name = newName();
      const email = await verifiedAccount(page.request);
      await openAs(page, email, '/terms');
      await openWizard(page);
      await fillBasics(page, name);
      await picker(page).setInputFiles(await thirds());
      await expect(area(page)).toBeVisible();
      await area(page).focus();
      // Shift moves the square by ten pixels at the displayed width.
      for (let times = 0; times < 24; times += 1) await area(page).press('Shift+ArrowRight');
      expect(await violations(page)).toEqual([]);
      await expect
        .poll(() =>
          page.locator('.preview img.logo').evaluate((image: HTMLImageElement) => {
            const { naturalWidth, naturalHeight } = image;
            const context = new OffscreenCanvas(1, 1).getContext('2d');
            context?.drawImage(image, 0, 0, 1, 1);
            return [naturalWidth, naturalHeight, ...(context?.getImageData(0, 0, 1, 1).data ?? [])];
          }),
        )
        .toEqual([300, 300, 0, 0, 255, 255]);
      await saved(page);
      await next(page).click();
      await next(page).click();
      await page.getByLabel('Finance').check();
      await next(page).click();
      await page.getByLabel('Website').fill('https://myapp.ng');
      await create(page).click();
      const nameId = await expectListed(page, name);
      expect(await look(page, nameId)).toEqual({ width: 300, height: 300, colour: [0, 0, 1] });
    },
  );

  test(
    'Crops a logo where a finger moved the square, and in the middle when it was not moved',
    inProof,
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        viewport: phone,
        hasTouch: true,
        ...(baseURL && { baseURL }),
      });
      const page = await context.newPage();
      const email = await verifiedAccount(page.request);
      const app = await listApp(page.request, email);
      await openAs(page, email, urls.updateAppPart(app.name_id, 'logo'));
      await ready(page);
      const file = await thirds();
      await picker(page).setInputFiles(file);
      await expect(area(page)).toBeVisible();
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await save.click();
      await seen(page, 'App logo update successful');
      expect(await look(page, app.name_id)).toEqual({ width: 300, height: 300, colour: [1, 1, 1] });

      await picker(page).setInputFiles(file);
      await expect(page.getByText('App logo update successful')).toBeHidden();
      await expect(area(page)).toBeVisible();
      const box = await area(page).boundingBox();
      if (!box) throw new Error('The square is not there.');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const touch = await context.newCDPSession(page);
      const at = (left: number) => ({ touchPoints: [{ x: left, y }] });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(x) });
      for (let step = 1; step <= 10; step += 1)
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(x - step * 20) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect.poll(async () => (await area(page).boundingBox())?.x ?? box.x).toBeLessThan(box.x - 50);
      await save.click();
      // The logo may be replaced between the two requests; the old one is no longer served then.
      await expect(async () => expect((await look(page, app.name_id)).colour).toEqual([1, 0, 0])).toPass();
      await context.close();
    },
  );

  test(
    'Crops in the middle when the script of the cropper fails, which a square picture never requests',
    inProof,
    async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.route('**/CropArea*', (route) => route.abort());
      const email = await verifiedAccount(page.request);
      const app = await listApp(page.request, email);
      await openAs(page, email, urls.updateAppPart(app.name_id, 'logo'));
      await ready(page);
      await picker(page).setInputFiles((await pictureFile('square.png', 300, 300)).path);
      await expect(page.locator('.thumb')).toHaveCount(1);
      await expect(area(page)).toHaveCount(0);
      expect(asked.filter((url) => url.includes('CropArea'))).toEqual([]);
      await picker(page).setInputFiles(await thirds());
      await expect(page.getByText(/The middle of the picture is used/)).toBeVisible();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await seen(page, 'App logo update successful');
      expect(await look(page, app.name_id)).toEqual({ width: 300, height: 300, colour: [1, 1, 1] });
    },
  );
});
