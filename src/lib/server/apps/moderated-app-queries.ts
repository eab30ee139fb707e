// Listings for the operator, public or not.
import { findBannedIds } from '../accounts/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
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

/** Newest first. Does not count listings that are hidden only because their owner is banned. */
export async function findRemovedListings(db: ReadDb, limit: number): Promise<AppTable[]> {
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
