// Decides which listings are public. A listing leaves every list when the operator removes it or bans its owner
// (`is_listed`), and when its owner closes the account, whose rows are removed step by step afterwards. The page of an
// app checks its owner as well (`findOwners`).
import type { ExpressionBuilder } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import type { Schema } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';

/** The subquery reads the index of closed accounts, which is mostly empty, once a statement. */
function isPublic(eb: ExpressionBuilder<Schema, 'apps'>) {
  return eb.and([
    eb('apps.is_listed', '=', sqlLiteral.true),
    eb(
      'apps.owner_id',
      'not in',
      eb.selectFrom('users').select('users.id').where('users.closed_at', 'is not', null),
    ),
  ]);
}

/** The apps of lists, counts, feeds and sitemaps. */
export function listedApps(db: ReadDb) {
  return db.selectFrom('apps').where(isPublic);
}

export async function isListedApp(db: ReadDb, id: string): Promise<boolean> {
  return await hasRow(listedApps(db).select('apps.id').where('apps.id', '=', id));
}

/** Whether a listed app shows the picture as logo or screenshot. */
export async function isPictureOfListedApp(db: ReadDb, mediaId: string): Promise<boolean> {
  const logo = listedApps(db).select('apps.id').where('apps.logo_id', '=', mediaId).limit(1);
  if (await hasRow(logo)) return true;
  const screenshot = await db
    .selectFrom('screenshots')
    .select('screenshots.id')
    .where('screenshots.media_id', '=', mediaId)
    .where((eb) => belongsToListedApp(eb, 'screenshots'))
    .limit(1)
    .executeTakeFirst();
  return screenshot !== undefined;
}

/** Condition on another table: its row belongs to a public listing. */
export function belongsToListedApp<Table extends 'versions' | 'screenshots'>(
  eb: ExpressionBuilder<Schema, Table>,
  table: Table,
) {
  return eb.exists(
    (eb as unknown as ExpressionBuilder<Schema, 'versions'>)
      .selectFrom('apps')
      .select('apps.id')
      .where((inner) => isPublic(inner as unknown as ExpressionBuilder<Schema, 'apps'>))
      .whereRef('apps.id', '=', `${table as 'versions'}.app_id`),
  );
}
