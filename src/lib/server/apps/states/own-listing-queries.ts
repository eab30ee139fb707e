// Listings in every state, for their owner and staff.
import {
  type AppListing,
  type OwnListing,
  type StateDetails,
  listingStates,
} from '../../../shared/schemas/apps.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findAppPage, findListing } from '../app-queries.ts';

const unknown: StateDetails = { at: null, reason: '', clears: '', policy: '', decision: null };

/** Why these apps have their states. */
export async function findStateDetails(
  db: ReadDb,
  appIds: readonly string[],
): Promise<(appId: string) => StateDetails> {
  if (appIds.length === 0) return () => unknown;
  const rows = await db
    .selectFrom('apps')
    .select([
      'id',
      'state_at as at',
      'state_reason as reason',
      'state_clears as clears',
      'state_policy as policy',
      'state_decision as decision',
    ])
    .where('id', 'in', appIds)
    .execute();
  const detailsOf = new Map(rows.map(({ id, ...details }) => [id, details]));
  return (appId) => detailsOf.get(appId) ?? unknown;
}

async function withDetails({ read }: Reader, apps: AppListing[]): Promise<OwnListing[]> {
  const detailsOf = await findStateDetails(
    read,
    apps.map(({ id }) => id),
  );
  return apps.map((app) => ({ app, details: detailsOf(app.id) }));
}

/** The owner's apps in every state, newest first. @throws AppError 400 for an invalid cursor */
export async function findOwnListings(
  reader: Reader,
  ownerId: string,
  cursor: string | undefined,
): Promise<Page<OwnListing>> {
  const query = { ownerId, cursor, sort: 'newest', limit: limits.pageSize, inAnyState: true } as const;
  const page = await findAppPage(reader, query);
  return { ...page, items: await withDetails(reader, page.items) };
}

/** An app in any state, by its id or current name_id; null if there is none, or its owner has no open account. */
export async function findAnyListing(reader: Reader, idOrNameId: string): Promise<OwnListing | null> {
  const by = isId(idOrNameId) ? 'id' : 'name_id';
  const app = await findListing(reader, by, idOrNameId, listingStates);
  const [found] = app ? await withDetails(reader, [app]) : [];
  return found ?? null;
}
