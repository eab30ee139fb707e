// The form of a report and its code, for browser tests.
import type { Page } from '@playwright/test';
import { codeFor, expect } from './browser.ts';

export const message = 'This app copies the name of our bank and asks for card numbers.';

/** Opens the form from the page of an app, and fills in a report: three taps, of which the last one is in the text. */
export async function fillReport(page: Page, nameId: string): Promise<void> {
  await page.goto(`/app/${nameId}`);
  await page.locator('.report-link').click();
  await page.waitForURL(/\/report\?about=/);
  // The script of the form comes after the others, and sends the report of a member.
  await page.waitForFunction(
    () =>
      !document.documentElement.classList.contains('js') ||
      document.querySelector('[data-member]:not([hidden])'),
  );
  await page.getByLabel('Impersonation').check();
  await page.getByLabel('Describe it').fill(message);
}

/** Enters the mailed code. */
export async function confirm(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await page.getByLabel('Code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Our staff look at it.')).toBeVisible();
}
