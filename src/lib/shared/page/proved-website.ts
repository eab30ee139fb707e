import type { AppListing } from '../schemas/apps.ts';

/**
 * Whether the owner has proved the domain of the website. Nobody else can prove it, while a repository or the listing
 * of a store may be somebody else's than the website.
 */
export function provesWebsite({ proof, website }: Pick<AppListing, 'proof' | 'website'>): boolean {
  const host = URL.parse(website)?.hostname.replace(/\.$/, '') ?? '';
  return proof !== null && `.${host}`.endsWith(`.${proof.name}`);
}
