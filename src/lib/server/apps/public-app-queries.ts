// Which listings are public: the one place that knows. A listing leaves every list when the operator removes it or
// closes its owner's account, which `is_listed` tells, and at once when its owner deletes the account, whose rows go
// one by one after that. Its own page asks for the owner too (`findOwners`).
import type { ExpressionBuilder } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';

/** Read from the index of closed accounts, which is empty most of the time, once a statement. */
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

/** Those of which lists, counts, feeds and sitemaps are made. */
export function listedApps(db: ReadDb) {
  return db.selectFrom('apps').where(isPublic);
}

export async function isListedApp(db: ReadDb, id: string): Promise<boolean> {
  const row = await listedApps(db).select('apps.id').where('apps.id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether a listed app shows the picture: most are screenshots or logos. */
export async function isPictureOfListedApp(db: ReadDb, mediaId: string): Promise<boolean> {
  const logo = listedApps(db).select('apps.id').where('apps.logo_id', '=', mediaId).limit(1);
  if ((await logo.executeTakeFirst()) !== undefined) return true;
  const screenshot = await db
    .selectFrom('screenshots')
    .select('screenshots.id')
    .where('screenshots.media_id', '=', mediaId)
    .where((eb) => belongsToListedApp(eb, 'screenshots'))
    .limit(1)
    .executeTakeFirst();
  return screenshot !== undefined;
}

/** Whether a row of another table belongs to such a listing. */
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
