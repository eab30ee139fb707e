// Picked pictures that a browser prepares slowly, or cannot keep.
import { expect, openAs, phone, test, verifiedAccount } from '../support/browser.ts';
import { newName, pictureFile } from '../support/listings.ts';
import { fillBasics, picker, thumbnails } from '../support/wizard.ts';

test.use({ viewport: phone });

/** Functions of the page, defined by the script below. */
interface Held {
  holdNextPicture(): void;
  isHeld(): boolean;
  letGo(): void;
}

test('The last of two pictures is taken, although the first is prepared later', async ({ page }) => {
  await page.addInitScript(() => {
    const decode = globalThis.createImageBitmap.bind(globalThis);
    let holdsNext = false;
    let letGo: (() => void) | undefined;
    Object.assign(globalThis, {
      holdNextPicture: () => void (holdsNext = true),
      isHeld: () => letGo !== undefined,
      letGo: () => letGo?.(),
      createImageBitmap: async (file: Blob) => {
        if (holdsNext) {
          holdsNext = false;
          await new Promise<void>((resolve) => void (letGo = resolve));
        }
        return await decode(file);
      },
    });
  });
  const email = await verifiedAccount(page.request);
  await openAs(page, email, '/new');
  await fillBasics(page, newName());
  const [slow, quick] = [await pictureFile('slow.png', 400, 400), await pictureFile('quick.png', 300, 300)];
  await page.evaluate(() => (globalThis as unknown as Held).holdNextPicture());
  await picker(page).setInputFiles(slow.path);
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as Held).isHeld())).toBe(true);
  await picker(page).setInputFiles(quick.path);
  const width = () =>
    thumbnails(page)
      .locator('img')
      .evaluate((img) => (img as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBe(300);
  await page.evaluate(() => (globalThis as unknown as Held).letGo());
  await expect(page.locator('.spinner')).toHaveCount(0);
  expect(await width()).toBe(300);
});

test('The wizard opens in a browser that refuses access to its storage', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
  });
  const email = await verifiedAccount(page.request);
  await openAs(page, email, '/new');
  await fillBasics(page, newName());
  await picker(page).setInputFiles((await pictureFile('logo.png', 300, 300)).path);
  await expect(thumbnails(page)).toHaveCount(1);
});
