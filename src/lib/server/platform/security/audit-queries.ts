import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';
import type { AuditEventTable } from '../db/schema.ts';
import type { AuditEvent } from './audit-events.ts';

export async function insertEvents(trx: WriteDb, rows: AuditEventTable[]): Promise<void> {
  await trx.insertInto('audit_events').values(rows).execute();
}

/** Events of an account, oldest first. @param after the last event of the page before */
export async function findEventsOf(
  db: ReadDb,
  userId: string,
  after: { at: number; id: string } | null,
  limit: number,
): Promise<Pick<AuditEventTable, 'id' | 'at' | 'event'>[]> {
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

/** Removes events until `until`. @param event only of this kind; of every kind when left out */
export async function sweepEvents(
  db: Pick<Database, 'write'>,
  until: number,
  event?: AuditEvent,
): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    let some = trx.selectFrom('audit_events').select('id').where('at', '<=', until).limit(limit);
    if (event !== undefined) some = some.where('event', '=', event);
    return await trx.deleteFrom('audit_events').where('id', 'in', some).executeTakeFirstOrThrow();
  });
}

/** Events of an account, newest first. */
export async function findRecentEventsOf(
  db: ReadDb,
  userId: string,
  limit: number,
): Promise<Pick<AuditEventTable, 'at' | 'event'>[]> {
  return await db
    .selectFrom('audit_events')
    .select(['at', 'event'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

/** Instants in milliseconds; `client` is a keyed hash, as `clientHash` makes it. */
export interface EventSpan {
  from: number;
  until: number;
  client?: string | undefined;
}

/** Accounts with an event in this time, by id. @param after the last id of the page before, or '' */
export async function findAccountsOfEvents(
  db: ReadDb,
  { from, until, client }: EventSpan,
  after: string,
  limit: number,
): Promise<string[]> {
  let events = db
    .selectFrom('audit_events')
    .select('user_id')
    .distinct()
    .where('at', '>=', from)
    .where('at', '<', until)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit);
  if (client !== undefined) events = events.where('client', '=', client);
  return (await events.execute()).flatMap(({ user_id }) => user_id ?? []);
}
