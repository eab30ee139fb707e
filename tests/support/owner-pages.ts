// The pages on which an owner changes an app.
import type { APIRequestContext, Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { openAs, ready, verifiedAccount } from './browser.ts';
import { listApp } from './listings.ts';

/** The Save button of the form on the page. */
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Opens a page of an app as its owner. */
export async function openOwn(
  page: Page,
  request: APIRequestContext,
  path: string,
  options: { screenshots?: number } = {},
): Promise<AppJson> {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email, options);
  await openAs(page, email, `/app/${app.name_id}${path}`);
  await ready(page);
  return app;
}
