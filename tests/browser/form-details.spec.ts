// What people met in forms: the link of the verify mail, terms at sign-up, logos that are no square, notices without
// scripts.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  codeFor,
  expect,
  laptop,
  newEmail,
  openAs,
  password,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
} from '../support/browser.ts';
import { appNamed, listApp, newName, pictureFile } from '../support/listings.ts';
import { mailsIn } from '../support/mailbox.ts';
import { create, expectListed, fillBasics, next, openWizard, picker, saved } from '../support/wizard.ts';

test.use({ viewport: phone });

test.describe('The link in the mail that verifies', () => {
  async function signUpHere(page: Page): Promise<{ email: string; code: string }> {
    const email = newEmail();
    await page.goto('/signup');
    await ready(page);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('/verify-user');
    return { email, code: await codeFor(email) };
  }

  async function linkFor(email: string): Promise<URL> {
    const mails = await mailsIn(process.env['TEST_DATA_DIR'] ?? '');
    const mail = mails.findLast(({ to, subject }) => to.includes(email) && subject.includes('code'));
    return new URL(/https?:\/\/\S*verify-user\S*/.exec(mail?.text ?? '')?.[0] ?? 'none:');
  }

  test('carries the code in its fragment alone, enters it in another tab, and a press verifies', async ({
    page,
    context,
  }) => {
    const { email, code } = await signUpHere(page);
    const link = await linkFor(email);
    expect([link.pathname, link.search, link.hash]).toEqual(['/verify-user', '', `#code=${code}`]);
    const asked: string[] = [];
    context.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    const tab = await context.newPage();
    await tab.goto(link.pathname + link.hash);
    await ready(tab);
    await expect(tab.getByLabel('Verification code')).toHaveValue(code);
    await expect(tab.getByLabel('Email', { exact: true })).toHaveValue(email);
    // Nothing was sent, and nobody finds it in the history.
    await expect(tab).toHaveURL('/verify-user');
    expect(asked.filter((one) => one.includes(code) && !one.includes('#'))).toEqual([]);
    await tab.getByRole('button', { name: 'Verify account' }).click();
    await expect(tab.getByText('User verification successful')).toBeVisible();
    await tab.waitForURL('/');
  });

  test('enters the code also where the page is open already', async ({ page }) => {
    const { email, code } = await signUpHere(page);
    await page.getByLabel('Verification code').fill('AAAA');
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      (await linkFor(email)).hash,
    );
    await expect(page.getByLabel('Verification code')).toHaveValue(code);
  });

  test('enters nothing that is no code', async ({ page }) => {
    await page.goto('/verify-user#code=<b>no</b>');
    await ready(page);
    await expect(page.getByLabel('Verification code')).toHaveValue('');
  });
});

test('sign-up names the terms and the privacy policy before its button', async ({ page }) => {
  await page.goto('/signup');
  await ready(page);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Create Account' }) });
  const terms = form.getByText(/By creating an account you accept/);
  await expect(terms.getByRole('link', { name: 'Terms of use' })).toHaveAttribute('href', urls.terms());
  await expect(terms.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', urls.privacy());
  const [text, button] = [
    await terms.boundingBox(),
    await form.getByRole('button', { name: 'Create Account' }).boundingBox(),
  ];
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  expect(await violations(page)).toEqual([]);
});

test('About names the copyright once', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByText(`© ${String(new Date().getFullYear())}`)).toHaveCount(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const viewport of [phone, laptop])
    test(`a notice keeps its distance from what stands around it, at ${String(viewport.width)} pixels`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize(viewport);
      const app = await listApp(request, await verifiedAccount(request));
      for (const path of [
        '/signup',
        '/login',
        '/verify-user',
        '/new',
        '/profile/update',
        '/profile/update/picture',
        urls.updateApp(app.name_id),
        urls.newVersion(app.name_id),
      ]) {
        await page.goto(path);
        const nav = await page.locator('.nav').boundingBox();
        const boxesOf = async (selector: string) => {
          const found = await page.locator(`main ${selector}:visible`).all();
          return (await Promise.all(found.map((one) => one.boundingBox()))).flatMap((box) => box ?? []);
        };
        const notices = await boxesOf('.form-alert');
        expect(notices.length, path).toBeGreaterThan(0);
        const others = await boxesOf(':is(h1, .icon-button, p, .wizard, .form-alert)');
        for (const notice of notices) {
          const bottom = notice.y + notice.height;
          const surrounds = (box: { y: number; height: number }) =>
            box.y < notice.y && box.y + box.height > bottom;
          const outside = others.filter((box) => (box.y < notice.y || box.y >= bottom) && !surrounds(box));
          const gaps = outside.map((box) =>
            box.y > notice.y ? box.y - notice.y - notice.height : notice.y - box.y - box.height,
          );
          expect(Math.min(...gaps), path).toBeGreaterThanOrEqual(8);
          expect(notice.x, path).toBeGreaterThanOrEqual(16);
          expect(notice.y - (nav?.y ?? 0) - (nav?.height ?? 0), path).toBeGreaterThanOrEqual(8);
        }
      }
    });
});

test.describe('A picture that is no square', () => {
  /** Red, white and blue thirds: which third a square shows is seen in its colour. */
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

  test('is cut, as the picture of a person, and shown round', async ({ page }) => {
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

  test('is cut, as a logo, where its person moves the square by keyboard, and lists show that part', async ({
    page,
  }) => {
    const name = newName();
    const email = await verifiedAccount(page.request);
    await openAs(page, email, '/terms');
    await openWizard(page);
    await fillBasics(page, name);
    await picker(page).setInputFiles(await thirds());
    await expect(area(page)).toBeVisible();
    await area(page).focus();
    // Shift moves it ten pixels, at the width that it is shown with.
    for (let times = 0; times < 40; times += 1) await area(page).press('Shift+ArrowRight');
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
  });

  test('is cut by a finger on the page of the logo, and without a move in the middle', async ({
    browser,
    baseURL,
  }) => {
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
    await expect(page.getByText('App logo update successful')).toBeVisible();
    expect(await look(page, app.name_id)).toEqual({ width: 300, height: 300, colour: [1, 1, 1] });

    await picker(page).setInputFiles(file);
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
    await expect.poll(async () => (await look(page, app.name_id)).colour).toEqual([1, 0, 0]);
    await context.close();
  });

  test('is cut in the middle where the script of the square does not come, which a square one never asks for', async ({
    page,
  }) => {
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
    await expect(page.getByText('App logo update successful')).toBeVisible();
    expect(await look(page, app.name_id)).toEqual({ width: 300, height: 300, colour: [1, 1, 1] });
  });
});
