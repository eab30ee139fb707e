import type { AstroGlobal } from 'astro';
import type { AppListing } from '../lib/shared/schemas/apps.ts';
import { statusOfAbsence } from './absent.ts';

/**
 * The app whose page for its owner this is. Everyone gets the same bytes, all of them public; who is not the owner is
 * told so by the session script, and refused by the API.
 * @param address of this page for the app with a name_id
 * @returns a redirect for an address that the app had before; null, with status 404 or 410, where there is no such app
 * (any more), or the operator has removed it
 */
export async function findOwnedApp(
  astro: AstroGlobal,
  address: (nameId: string) => string,
): Promise<AppListing | Response | null> {
  const { nameId = '' } = astro.params;
  const lookup = await astro.locals.services.apps.findApp(nameId);
  if (lookup.kind === 'renamed') return astro.redirect(address(lookup.nameId), 301);
  if (lookup.kind !== 'found') {
    astro.response.status = statusOfAbsence(lookup);
    return null;
  }
  const { app } = lookup;
  if (app.nameId !== nameId) return astro.redirect(address(app.nameId), 301);
  return app;
}
