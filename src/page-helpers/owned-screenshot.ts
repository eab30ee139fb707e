import type { AstroGlobal } from 'astro';
import type { AppListing, Screenshot } from '../lib/shared/schemas/apps.ts';
import { findAppOfPage } from './app-of-page.ts';

interface Found {
  /** null, with status 404 or 410, if there is no such app, or it has no such screenshot. */
  app: AppListing | null;
  screenshot: Screenshot | undefined;
  /** 'Screenshot 2 of 4' */
  title: string;
}

/** Works as `findAppOfPage`, for pages about one of its screenshots. */
export async function findOwnedScreenshot(
  astro: AstroGlobal,
  address: (nameId: string, id: string) => string,
): Promise<Found | Response> {
  const { screenshotId = '' } = astro.params;
  const app = await findAppOfPage(astro, (nameId) => address(nameId, screenshotId));
  if (app instanceof Response) return app;
  const screenshots = app?.screenshots ?? [];
  const index = screenshots.findIndex(({ id }) => id === screenshotId);
  const screenshot = screenshots[index];
  if (!screenshot) astro.response.status = 404;
  return {
    app: screenshot ? app : null,
    screenshot,
    title: `Screenshot ${String(index + 1)} of ${String(screenshots.length)}`,
  };
}
