// Listings for the operator, public or not.
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
    .where('name_key', '<', `${prefix}\u{10ffff}`);
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
