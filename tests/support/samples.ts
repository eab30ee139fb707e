// Addresses of sample listings, for tests that only read.
import type { Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';

/** The newest sample app with at least this number of screenshots. */
export async function sampleApp(page: Page, screenshots = 0): Promise<AppJson> {
  for (let path: string | null = '/api/v1/app/?search=a'; path !== null;) {
    const answer = await page.request.get(path);
    const { results, next } = (await answer.json()) as { results: AppJson[]; next: string | null };
    const found = results.find(({ screenshot }) => screenshot.length >= screenshots);
    if (found) return found;
    path = next;
  }
  throw new Error(`No sample app has ${String(screenshots)} screenshots.`);
}

/** One address of every kind of page that is open to everybody. */
export async function openPaths(page: Page): Promise<string[]> {
  const app = await sampleApp(page, 2);
  return [
    '/',
    '/apps',
    `/app/${app.name_id}`,
    `/app/${app.name_id}/versions`,
    `/user/${app.owner.id}`,
    `/user/${app.owner.id}/apps`,
    `/user/${app.owner.id}/timeline`,
    '/category/finance',
    '/search',
    '/search?q=health',
    '/search?q=zzzznothing',
    '/about',
    '/terms',
    '/privacy',
    '/offline',
    '/signup',
    '/login',
    '/forgot-password',
    '/verify-user',
    '/new',
    '/no-such-page',
  ];
}
