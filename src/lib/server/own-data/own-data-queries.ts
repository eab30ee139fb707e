// What is read for an export, a few rows at a time. Instants are milliseconds since 1970.
import { setImmediate } from 'node:timers/promises';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

/** Where a list is to be read on from: the sort key and id of the last row. */
export interface Place {
  at: number;
  id: string;
}

/** How many apps the user has, counted up to `most`. */
export async function countApps(db: ReadDb, userId: string, most: number, after?: Place): Promise<number> {
  const { count } = await db
    .selectFrom(ownApps(db, userId, after).limit(most).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * How many apps the user has, however many. Counted `part` at a time, with a turn for others after each: SQLite counts on the main
 * thread, and a hundred thousand at once stop it for a tenth of a second.
 */
export async function countAllApps(db: ReadDb, userId: string, part = 5_000): Promise<number> {
  let after: Place | undefined;
  for (let counted = 0; ; counted += part) {
    const last = await ownApps(db, userId, after)
      .limit(1)
      .offset(part - 1)
      .executeTakeFirst();
    if (!last) return counted + (await countApps(db, userId, part, after));
    after = last;
    await setImmediate();
  }
}

/** Newest first. */
function ownApps(db: ReadDb, userId: string, after: Place | undefined) {
  const apps = db
    .selectFrom('apps')
    .select(['created_at as at', 'id'])
    .where('owner_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (!after) return apps;
  return apps.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
}

/** Days on which these apps were viewed, by app, oldest first. */
export async function findViewDays(
  db: ReadDb,
  appIds: string[],
): Promise<Map<string, { day: number; views: number }[]>> {
  const rows = await db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'views'])
    .where(
      'subject',
      'in',
      appIds.map((id) => `app:${id}`),
    )
    .orderBy('subject')
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ subject }) => subject.slice('app:'.length));
}

/** Newest first. */
export async function findTimeline(db: ReadDb, userId: string, after: Place | null, limit: number) {
  let events = db
    .selectFrom('timeline')
    .select(['id', 'created_at as at', 'category', 'app_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after)
    events = events.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
  return await events.execute();
}

/** Oldest first: ids are in the order of their time. */
export async function findSessions(db: ReadDb, userId: string, after: Place | null, limit: number) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'created_at as at', 'expires_at', 'revoked_at', 'device'])
    .where('user_id', '=', userId)
    .where('id', '>', after?.id ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Oldest first. */
export async function findEvents(db: ReadDb, userId: string, after: Place | null, limit: number) {
  let events = db
    .selectFrom('audit_events')
    .select(['id', 'at', 'event'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .limit(limit);
  if (after) events = events.where((eb) => eb(eb.refTuple('at', 'id'), '>', eb.tuple(after.at, after.id)));
  return await events.execute();
}

export async function findOldHandles(db: ReadDb, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('old_handles')
    .select('handle')
    .where('user_id', '=', userId)
    .orderBy('handle')
    .execute();
  return rows.map(({ handle }) => handle);
}

/** Whom a mail about the account goes to; undefined once it is closed. */
export async function findRecipient(trx: WriteDb, userId: string) {
  return await trx
    .selectFrom('users')
    .select(['email', 'firstname'])
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}
