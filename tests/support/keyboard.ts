// A page without a mouse.
import type { Locator, Page } from '@playwright/test';

/** Presses the Tab key until the part has the focus. @throws Error if it does not get it */
export async function tabTo(page: Page, part: Locator, most = 40): Promise<void> {
  await part.waitFor({ timeout: 15_000 });
  for (let presses = 0; presses < most; presses += 1) {
    if (await part.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The tab key does not reach it.');
}

/** Goes to a button, link or summary with the Tab key, and presses Enter. */
export async function enterOn(page: Page, part: Locator, most = 40): Promise<void> {
  await tabTo(page, part, most);
  await page.keyboard.press('Enter');
}

/** Goes to a field with the Tab key, and types. */
export async function typeInto(page: Page, field: Locator, text: string, most = 40): Promise<void> {
  await tabTo(page, field, most);
  await page.keyboard.type(text);
}

/** Goes to a menu with the Tab key, and chooses the value with the arrow keys. */
export async function chooseInto(page: Page, menu: Locator, value: string, most = 40): Promise<void> {
  await tabTo(page, menu, most);
  const options = await menu.locator('option').count();
  for (let presses = 0; presses < options && (await menu.inputValue()) !== value; presses += 1)
    await page.keyboard.press('ArrowDown');
  if ((await menu.inputValue()) !== value) throw new Error(`The arrow keys do not reach ${value}.`);
}
