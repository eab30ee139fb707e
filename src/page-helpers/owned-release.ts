import type { AstroGlobal } from 'astro';
import type { AppListing } from '../lib/shared/schemas/apps.ts';
import type { Release } from '../lib/shared/schemas/versions.ts';
import { findOwnedApp } from './owned-app.ts';

interface Found {
  /** null, with status 404: there is no such app, or it has no such release. */
  app: AppListing | null;
  release: Release | null;
}

/** As `findOwnedApp`, for the pages about one of its releases. */
export async function findOwnedRelease(
  astro: AstroGlobal,
  address: (nameId: string, id: string) => string,
): Promise<Found | Response> {
  const { releaseId = '' } = astro.params;
  const app = await findOwnedApp(astro, (nameId) => address(nameId, releaseId));
  if (app instanceof Response) return app;
  const release = app && (await astro.locals.services.versions.findVersion(releaseId));
  if (release && release.appId === app.id) return { app, release };
  if (app) astro.response.status = 404;
  return { app: null, release: null };
}
