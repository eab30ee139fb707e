// Listings for the operator, public or not.
import { findBannedIds } from '../accounts/index.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { countRows } from '../platform/db/count-rows.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';

export async function findListingRowBy(
  db: ReadDb,
  column: 'id' | 'name_id' | 'name_key',
  value: string,
): Promise<AppTable | undefined> {
  return await db.selectFrom('apps').selectAll().where(column, '=', value).executeTakeFirst();
}

/** The listing that had this name_id before. */
export async function findListingRowByOldNameId(db: ReadDb, nameId: string): Promise<AppTable | undefined> {
  return await db
    .selectFrom('app_name_ids')
    .innerJoin('apps', 'apps.id', 'app_name_ids.app_id')
    .selectAll('apps')
    .where('app_name_ids.name_id', '=', nameId)
    .executeTakeFirst();
}

/** Held, limited and removed listings, newest first, without those that only their owner's ban hides. */
export async function findDecidedListings(db: ReadDb, limit: number): Promise<AppTable[]> {
  return await db
    .selectFrom('apps')
    .selectAll()
    .where('state_at', 'is not', null)
    .orderBy('state_at', 'desc')
    .limit(limit)
    .execute();
}

export async function countListings(db: ReadDb, ownerId: string): Promise<{ all: number; listed: number }> {
  return await db
    .selectFrom('apps')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere(eb('is_listed', '=', sqlLiteral.true))
        .as('listed'),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
}

/** Listings of these accounts that are, or are not, in the lists; of those that are not, the public ones. */
async function findListingIds(
  trx: WriteDb,
  { ownerIds, isListed }: { ownerIds: readonly string[]; isListed: boolean },
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    .where('owner_id', 'in', ownerIds)
    .where('is_listed', '=', isListed ? sqlLiteral.true : sqlLiteral.false)
    .$if(!isListed, (query) => query.where('state', '=', 'public'))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Accounts in one query; both engines limit its parameters. */
const chunk = 500;

/** Listings of banned accounts that are still in the lists. @param ownerId all banned accounts when undefined */
export async function findListedOfBanned(
  trx: WriteDb,
  ownerId: string | undefined,
  limit: number,
): Promise<string[]> {
  const banned = await findBannedIds(trx, ownerId);
  const found: string[] = [];
  for (let from = 0; from < banned.length && found.length < limit; from += chunk) {
    const ownerIds = banned.slice(from, from + chunk);
    found.push(...(await findListingIds(trx, { ownerIds, isListed: true }, limit - found.length)));
  }
  return found;
}

/** Public listings of this account that are not in the lists, unless it is banned. */
export async function findUnlistedOfOpen(trx: WriteDb, ownerId: string, limit: number): Promise<string[]> {
  if ((await findBannedIds(trx, ownerId)).length > 0) return [];
  return await findListingIds(trx, { ownerIds: [ownerId], isListed: false }, limit);
}

/** What staff see of a listing in a list. */
export type ListingHead = Pick<AppTable, 'id' | 'name' | 'name_id' | 'state' | 'owner_id' | 'created_at'>;

const headColumns = ['id', 'name', 'name_id', 'state', 'owner_id', 'created_at'] as const;

export async function findListingHeads(db: ReadDb | WriteDb, ids: readonly string[]): Promise<ListingHead[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom('apps').select(headColumns).where('id', 'in', ids).execute();
}

/** Listings of an account in any state, newest first. @throws AppError 400 for an invalid cursor */
export async function findListingHeadsOf(
  db: ReadDb,
  { ownerId, cursor, limit }: { ownerId: string; cursor: string | undefined; limit: number },
): Promise<Page<ListingHead>> {
  const listings = db.selectFrom('apps').where('owner_id', '=', ownerId);
  const count = await countRows(db, listings.select('apps.id').limit(limits.counted).as('counted'));
  const keyset = { cursor, limit, table: 'apps', column: 'created_at' } as const;
  return await keysetPage(listings.select(headColumns), keyset, count);
}

/** Listings whose name begins with a text, by name. @throws AppError 400 for an invalid cursor */
export async function findListingHeadsByName(
  db: ReadDb,
  { prefix, cursor, limit }: { prefix: string; cursor: string | undefined; limit: number },
): Promise<Page<ListingHead>> {
  const listings = db
    .selectFrom('apps')
    .where('name_key', '>=', prefix)
    .where('name_key', '<', `${prefix}\uffff`);
  const count = await countRows(db, listings.select('apps.id').limit(limits.counted).as('counted'));
  const keyset = {
    cursor,
    limit,
    table: 'apps',
    column: 'name_key',
    keyType: 'string',
    direction: 'asc',
  } as const;
  return await keysetPage(listings.select([...headColumns, 'name_key']), keyset, count);
}

/** Ids of an account's listings in any state, in their order, after one of them. */
export async function findListingIdsAfter(
  db: ReadDb | WriteDb,
  { ownerId, after }: { ownerId: string; after: string },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('apps')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a listing until the transaction ends. SQLite has one writer at a time. */
export async function lockListing(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<AppTable | undefined> {
  return await trx
    .selectFrom('apps')
    .selectAll()
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}
