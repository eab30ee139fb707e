import type { RestrictedAction, RestrictionKind } from '../../../shared/schemas/desk.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import { plainText } from '../plain-text.ts';
import type { RestrictionTable } from '../../platform/db/schema.ts';

export interface Sought {
  action: RestrictedAction;
  patterns: Record<RestrictionKind, string[]>;
  now: number;
}

/** Restrictions of the action that hold now and match one of the patterns of their kind. */
export async function findMatching(
  db: ReadDb | WriteDb,
  { action, patterns, now }: Sought,
): Promise<RestrictionTable[]> {
  return await db
    .selectFrom('restrictions')
    .selectAll()
    .where('action', '=', action)
    .where(({ eb, or, and }) =>
      or(
        (Object.keys(patterns) as RestrictionKind[])
          .filter((kind) => patterns[kind].length > 0)
          .map((kind) => and([eb('kind', '=', kind), eb('pattern', 'in', patterns[kind])])),
      ),
    )
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute();
}

export async function findRestriction(
  db: ReadDb | WriteDb,
  id: string,
): Promise<RestrictionTable | undefined> {
  return await db.selectFrom('restrictions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first. @param text only those whose pattern holds this text */
export async function findRestrictions(
  db: ReadDb,
  { text, cursor }: { text: string; cursor: string | undefined },
): Promise<Page<RestrictionTable>> {
  const rows = db
    .selectFrom('restrictions')
    .$if(text !== '', (query) => query.where('pattern', 'like', `%${plainText(text)}%`));
  const count = await countRows(db, rows.select('id').limit(limits.counted).as('counted'));
  const keyset = { cursor, limit: limits.pageSize, table: 'restrictions', column: 'created_at' } as const;
  return await keysetPage(rows.selectAll(), keyset, count);
}
