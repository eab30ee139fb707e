import type { NameReach } from '../../../shared/schemas/desk.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import type { ReservedNameTable } from '../../platform/db/schema.ts';

/** A reserved name with the accounts that may use it. */
export interface ReservedName extends ReservedNameTable {
  allowed: string[];
}

interface Candidate {
  id: string;
  label: string;
  reach: NameReach;
}

/** Reserved names that one of the keys finds and this account may not use. @param userId null for nobody's */
export async function findByKeys(
  db: ReadDb | WriteDb,
  keys: string[],
  userId: string | null,
): Promise<Candidate[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('reserved_name_keys as k')
    .innerJoin('reserved_names as n', 'n.id', 'k.name_id')
    .select(['n.id', 'n.label', 'n.reach'])
    .distinct()
    .where('k.key', 'in', keys)
    .$if(userId !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reserved_name_users as u')
              .select('u.user_id')
              .whereRef('u.name_id', '=', 'n.id')
              .where('u.user_id', '=', userId),
          ),
        ),
      ),
    )
    .execute();
}

async function withAllowed(db: ReadDb | WriteDb, rows: ReservedNameTable[]): Promise<ReservedName[]> {
  if (rows.length === 0) return [];
  const users = await db
    .selectFrom('reserved_name_users')
    .selectAll()
    .where(
      'name_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('user_id')
    .execute();
  const usersOf = Map.groupBy(users, ({ name_id }) => name_id);
  return rows.map((row) => ({ ...row, allowed: (usersOf.get(row.id) ?? []).map(({ user_id }) => user_id) }));
}

export async function findReservedName(db: ReadDb | WriteDb, id: string): Promise<ReservedName | undefined> {
  const row = await db.selectFrom('reserved_names').selectAll().where('id', '=', id).executeTakeFirst();
  return row && (await withAllowed(db, [row]))[0];
}

/** In the order of their folded form. @param skeleton only those that hold this text */
export async function findReservedNames(
  db: ReadDb,
  { skeleton, cursor }: { skeleton: string; cursor: string | undefined },
): Promise<Page<ReservedName>> {
  const names = db
    .selectFrom('reserved_names')
    .$if(skeleton !== '', (query) => query.where('skeleton', 'like', `%${skeleton}%`));
  const count = await countRows(db, names.select('id').limit(limits.counted).as('counted'));
  const keyset = {
    cursor,
    limit: limits.pageSize,
    table: 'reserved_names',
    column: 'skeleton',
    keyType: 'string',
    direction: 'asc',
  } as const;
  const page = await keysetPage(names.selectAll(), keyset, count);
  return { ...page, items: await withAllowed(db, page.items) };
}

/** Names after an id, in the order of ids. */
export async function findNamesAfter(trx: WriteDb, id: string, limit: number): Promise<ReservedNameTable[]> {
  return await trx
    .selectFrom('reserved_names')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
}
