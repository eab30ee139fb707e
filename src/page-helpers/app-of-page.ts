import { proofTexts } from '../lib/shared/text/proof-texts.ts';
import type { AstroGlobal } from 'astro';
import type { AppListing } from '../lib/shared/schemas/apps.ts';
import type { AppPart } from '../lib/shared/addresses/urls.ts';
import { notFound } from './absent.ts';
import { robotsHeaders } from './robots.ts';

type Lookup = Awaited<ReturnType<AstroGlobal['locals']['services']['apps']['findApp']>>;

/** What can be changed of an app, as menus name it. */
export const appParts: Record<AppPart, string> = {
  logo: 'Logo',
  'basic-info': 'Basic-info',
  screenshots: 'Screenshots',
  category: 'Category',
  'download-links': 'Download-links',
  facts: 'Facts',
  visibility: 'Visibility',
  proof: proofTexts.title,
};

/** Lookups that found no app, by the locals of their request. */
const absences = new WeakMap<object, Exclude<Lookup, { kind: 'found' }>>();

/** What is known of the app in the address of a page, which `findAppOfPage` has not found. */
export const absenceOfPage = ({ locals }: AstroGlobal) => absences.get(locals);

/**
 * Finds the app in the address of a page. Pages for its owner have the same public bytes for everyone: the session
 * script shows them to the owner only, and the API refuses others.
 * @param address of this page for the app with a name_id
 * @returns a redirect for an earlier address of the app; the page of an address that leads nowhere, if there is no
 * such app or the operator has removed it
 */
export async function findAppOfPage(
  astro: AstroGlobal,
  address: (nameId: string) => string,
): Promise<AppListing | Response> {
  const { nameId = '' } = astro.params;
  const lookup = await astro.locals.services.apps.findApp(nameId);
  if (lookup.kind === 'renamed') return astro.redirect(address(lookup.nameId), 301);
  if (lookup.kind !== 'found') {
    absences.set(astro.locals, lookup);
    return await notFound(astro);
  }
  const { app } = lookup;
  for (const [name, value] of Object.entries(robotsHeaders(app))) astro.response.headers.set(name, value);
  return app.nameId === nameId ? app : astro.redirect(address(app.nameId), 301);
}
