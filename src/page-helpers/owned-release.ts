import type { AstroGlobal } from 'astro';
import type { AppListing, Release } from '../lib/shared/schemas/apps.ts';
import { findAppOfPage } from './app-of-page.ts';

interface Found {
  /** null, with status 404 or 410, if there is no such app, or it has no such release. */
  app: AppListing | null;
  release: Release | null;
}

/** Works as `findAppOfPage`, for pages about one of its releases. */
export async function findOwnedRelease(
  astro: AstroGlobal,
  address: (nameId: string, id: string) => string,
): Promise<Found | Response> {
  const { releaseId = '' } = astro.params;
  const app = await findAppOfPage(astro, (nameId) => address(nameId, releaseId));
  if (app instanceof Response) return app;
  const release = app && (await astro.locals.services.versions.findVersion(releaseId));
  if (release && release.appId === app.id) return { app, release };
  if (app) astro.response.status = 404;
  return { app: null, release: null };
}
