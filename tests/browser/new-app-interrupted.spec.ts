// Listing an app when something interrupts it: a weak network, a missing login, refused pictures.
import { expect, menuOf, openAs, phone, test, verifiedAccount, inProof, seen } from '../support/browser.ts';
import { newName, pictureFile } from '../support/listings.ts';
import {
  create,
  expectAll,
  expectListed,
  fillAll,
  fillBasics,
  fillLeast,
  next,
  openWizard,
  picker,
  saved,
  thumbnails,
} from '../support/wizard.ts';

test.describe('Listing an app with interruptions', () => {
  test.use({ viewport: phone });

  // lost-answers.all.spec.ts also reloads the wizard.
  test('Lists the app once when the answer is lost on its way back', inProof, async ({ page, request }) => {
    const name = newName();
    const email = await verifiedAccount(request);
    await openAs(page, email, '/new');
    await fillAll(page, name);
    await page.route('**/api/v1/app/', async (route) => {
      const answer = await route.fetch();
      expect(answer.status()).toBe(201);
      await route.abort('connectionreset');
    });
    await create(page).click();
    await expect(page.getByText('Check your internet connection')).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/v1/app/');
    await create(page).click();
    await expectListed(page, name);
  });

  test('Shows the progress of the upload of an app', inProof, async ({ page, context, request }) => {
    await openAs(page, await verifiedAccount(request), '/new');
    await fillAll(page, newName());
    const connection = await context.newCDPSession(page);
    await connection.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 30_000,
    });
    await create(page).click();
    const bar = page.getByRole('progressbar', { name: 'Upload' });
    await expect.poll(() => bar.evaluate((node: HTMLProgressElement) => node.value)).toBeGreaterThan(0);
    await expect(page.getByText(/^\d+ % uploaded$/)).toBeVisible();
    await seen(page, 'App created successful');
  });

  // drafts.spec.ts tests a draft that waits for its account after a logout.
  test(
    'Keeps the draft of an account through a logout and a closed tab',
    inProof,
    async ({ page, context, request }) => {
      const name = newName();
      const email = await verifiedAccount(request);
      await openAs(page, email, '/new');
      await fillAll(page, name);
      await saved(page);
      await menuOf(page).logOut();
      await expect(page.getByText('A draft is on this phone')).toBeVisible();
      await page.close();
      const other = await context.newPage();
      await openAs(other, email, '/new');
      await expectAll(other, name);
    },
  );

  test('Takes dropped and pasted pictures, and refuses a file that is not a picture', async ({ page }) => {
    await openWizard(page);
    await fillBasics(page, newName());
    await next(page).click();
    const { bytes } = await pictureFile('drop.png', 120, 200);
    const files = await page.evaluateHandle((encoded) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], 'drop.png', { type: 'image/png' }));
      return transfer;
    }, bytes.toString('base64'));
    await page.dispatchEvent('.drop', 'dragover', { dataTransfer: files });
    await expect(page.locator('.drop.over')).toBeVisible();
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: files });
    await expect(thumbnails(page)).toHaveCount(1);
    await page.evaluate((clipboardData) => {
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, files);
    await expect(thumbnails(page)).toHaveCount(2);
    await picker(page).setInputFiles({
      name: 'no.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg/>'),
    });
    await expect(page.getByText('This image cannot be read.')).toBeVisible();
    await expect(thumbnails(page)).toHaveCount(2);
  });

  test('Downscales a picture of more than 2,560 pixels before it is sent', inProof, async ({ page }) => {
    await openWizard(page);
    await fillBasics(page, newName());
    await next(page).click();
    const { path } = await pictureFile('large.jpg', 2_800, 2_100, 'jpeg');
    await picker(page).setInputFiles(path);
    await expect(thumbnails(page)).toHaveCount(1);
    await expect
      .poll(() =>
        page
          .locator('.thumb img')
          .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]),
      )
      .toEqual([2_560, 1_920]);
  });

  test('Fetches the categories again after a failure', inProof, async ({ page }) => {
    await page.route('**/app/category_list/', (route) => route.abort());
    await openWizard(page);
    await fillBasics(page, newName());
    await next(page).click();
    await next(page).click();
    await expect(page.getByText('Error fetching categories')).toBeVisible();
    await expect(page.getByText('Check your network connection')).toBeVisible();
    await page.unroute('**/app/category_list/');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Finance')).toBeVisible();
  });

  // A lost network takes the same way, in the first test.
  test('Loses no input when the server fails', inProof, async ({ page, request }) => {
    const name = newName();
    await openAs(page, await verifiedAccount(request), '/new');
    await fillLeast(page, name);
    await page.route('**/api/v1/app/', (route) =>
      route.fulfill({ status: 503, json: { error: 'Unable to process request' } }),
    );
    await create(page).click();
    await expect(page.getByText('Unable to process request')).toBeVisible();
    await expect(page.getByText('Nothing is lost: your draft is saved.')).toBeVisible();
    await page.unroute('**/api/v1/app/');
    await page.reload();
    await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
    await create(page).click();
    await expectListed(page, name);
  });
});
