import type { DeskListingJson } from '../../../shared/schemas/moderation/decisions.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../../shared/schemas/paging.ts';
import { nameKey } from '../../../shared/text/text.ts';
import { findListingHeadsByName, findListingHeadsOf, type ListingHead } from '../../apps/owned-apps.ts';
import type { ModerationContext } from '../context.ts';
import { findAccountRow } from '../subjects.ts';
import { listingsAsJson } from './show-case.ts';

/**
 * Listings in any state: those of an account (its id, email or handle), newest first, or those whose name begins with a
 * text. @throws AppError 400 for an invalid cursor
 */
export async function listDeskListings(
  { db: { read } }: Pick<ModerationContext, 'db'>,
  {
    account,
    cursor,
    name = '',
  }: { account?: string | undefined; name?: string | undefined; cursor?: string | undefined },
): Promise<Page<DeskListingJson>> {
  const limit = limits.pageSize;
  const page = async (): Promise<Page<ListingHead>> => {
    if (account === undefined)
      return await findListingHeadsByName(read, { prefix: nameKey(name), cursor, limit });
    const owner = await findAccountRow(read, account);
    return owner ? await findListingHeadsOf(read, { ownerId: owner.id, cursor, limit }) : emptyPage();
  };
  const found = await page();
  return { ...found, items: await listingsAsJson(read, found.items) };
}
