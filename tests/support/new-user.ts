// Steps of a new user on a slow phone, and checks of their results.
import type { APIRequestContext, Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { expect, password, ready } from './browser.ts';
import { appNamed } from './listings.ts';
import { mailsIn } from './mailbox.ts';
import { slowTab, type SlowTab } from './slow-phone.ts';
import type { WeakNetwork } from './weak-network.ts';

export const mainButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const lost = (page: Page) => page.getByText('Check your internet connection');
export const tagline = 'Savings that lock themselves away.';

/** Presses a button, loses the connection during its request, and checks that the page keeps its input. */
export async function loseConnection(
  { page }: SlowTab,
  network: WeakNetwork,
  { button, path, bytes }: { button: string; path: string; bytes?: number },
): Promise<void> {
  const broken = network.breakDuring(path, bytes);
  await mainButton(page, button).tap();
  await broken;
  await expect(lost(page)).toBeVisible({ timeout: 30_000 });
}

export async function openMenuEntry(page: Page, name: string): Promise<void> {
  await page.locator('[data-menu] summary').tap();
  await page.locator('[data-menu]').getByText(name, { exact: true }).tap();
}

export async function fillSignUp({ page, type }: SlowTab, email: string): Promise<void> {
  await ready(page);
  await type(page.getByLabel('First name'), 'Ada');
  await type(page.getByLabel('Last name'), 'Obi');
  await type(page.getByLabel('Email', { exact: true }), email);
  await type(page.getByLabel('Password', { exact: true }), password);
}

export async function expectSignUpKept(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Last name')).toHaveValue('Obi');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
}

export const codesMailedTo = async (email: string) =>
  (await mailsIn(process.env['TEST_DATA_DIR'] ?? '')).filter(({ to }) => to.includes(email));

/** Reads the app that the owner has listed, and its releases. */
export async function listedBy(request: APIRequestContext, nameId: string) {
  const app = await appNamed(request, nameId);
  const read = async <Item>(path: string) =>
    ((await (await request.get(`/api/v1${path}`)).json()) as { results: Item[] }).results;
  return {
    app,
    apps: await read<AppJson>(`/user/${app.owner.id}/apps/`),
    releases: await read<VersionJson>(`/app/version/?app=${app.id}`),
  };
}

/** Opens the address in a new tab, as after the phone has closed the old one. */
export async function reopen(tab: SlowTab, address: string): Promise<SlowTab> {
  const context = tab.page.context();
  await tab.page.close();
  const opened = await slowTab(await context.newPage());
  await opened.page.goto(address);
  return opened;
}
