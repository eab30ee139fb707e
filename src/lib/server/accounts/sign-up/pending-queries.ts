// Accounts that are not verified yet. Several may be pending for one address, each with its own names, password, code
// and sessions; the first to be verified gets the address, and the others end. docs/decisions/011-pending-accounts.md.
import { sql } from 'kysely';
import { dayMs } from '../../../shared/text/dates/days.ts';
import type { Engine, ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { emptyProfile, neverPending } from '../account-queries.ts';

/** Lifetime of a pending account since the sign-up or its last login or refresh. */
export const pendingMs = dayMs;

/** Most pending accounts of one address: from one network, and from all. */
const maxPending = { ofNetwork: 5, inAll: 200 };

/** The `email_key` of a pending account, because that column is unique. */
export function placeholderKey(id: string): string {
  return `pending:${id}`;
}

/** The address of a pending account. Nodes of the previous version store it as `email_key`. */
function keyOf(row: Pick<UserTable, 'email_key' | 'pending_email_key'>): string {
  return row.pending_email_key ?? row.email_key;
}

/** The `emailKey` of a pending account's address. */
export async function findPendingKey(db: ReadDb | WriteDb, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email_key', 'pending_email_key'])
    .where('id', '=', id)
    .where('is_verified', '=', 0)
    .executeTakeFirst();
  return row && keyOf(row);
}

/** The pending accounts of the addresses, newest first, locked until the transaction ends. */
export async function lockPendings(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  keys: readonly string[],
): Promise<UserTable[]> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email_key', 'in', keys), eb('pending_email_key', 'in', keys)]))
    .where('is_verified', '=', 0)
    // Every transaction locks in this order, so that no two deadlock.
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Whether a login or a refresh has prolonged the account. */
function hasLoggedIn({ created_at, pending_until }: UserTable): boolean {
  return pending_until !== null && pending_until > created_at + pendingMs;
}

/** Order of eviction: accounts without a login first, then those that expire first. */
function byUse(one: UserTable, other: UserTable): number {
  return (
    Number(hasLoggedIn(one)) - Number(hasLoggedIn(other)) ||
    (one.pending_until ?? 0) - (other.pending_until ?? 0) ||
    (one.id < other.id ? -1 : 1)
  );
}

/**
 * Evicts pending accounts to make room for one more; first those of the same network, so that a flood from one place
 * evicts only its own.
 * @returns whether an account with another password was evicted
 */
export async function makeRoom(
  trx: WriteDb,
  pendings: readonly UserTable[],
  { network, passwordHash }: { network: string; passwordHash: string },
): Promise<boolean> {
  const surplus = (rows: readonly UserTable[], most: number) =>
    rows.toSorted(byUse).slice(0, Math.max(0, rows.length - most + 1));
  const ofNetwork = surplus(
    pendings.filter(({ signup_network }) => signup_network === network),
    maxPending.ofNetwork,
  );
  const left = pendings.filter((row) => !ofNetwork.includes(row));
  const ended = [...ofNetwork, ...surplus(left, maxPending.inAll)];
  await endPendings(
    trx,
    ended.map(({ id }) => id),
  );
  const isContested = ended.some((row) => row.password_hash !== passwordHash || row.is_contested === 1);
  const survivors = pendings.filter((row) => !ended.includes(row)).map(({ id }) => id);
  if (isContested) await markContested(trx, survivors);
  return isContested;
}

/** @param ids of accounts that this transaction has locked */
async function markContested(trx: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('users').set({ is_contested: 1 }).where('id', 'in', ids).execute();
}

/** The row's sessions, codes, timeline and handles go with it (foreign keys). */
async function endPendings(trx: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('users').where('id', 'in', ids).where('is_verified', '=', 0).execute();
}

interface Activation {
  pending: UserTable;
  /** All pending accounts of the address. */
  pendings: readonly UserTable[];
  /** Replaces the password and clears the profile, where a stranger may have entered them. */
  newHash: string | null;
  now: number;
}

/**
 * Gives the address to one pending account and removes the others.
 * @throws a unique violation where another account got the address at the same moment
 */
export async function activatePending(
  trx: WriteDb,
  { pending, pendings, newHash, now }: Activation,
): Promise<UserTable> {
  await endPendings(
    trx,
    pendings.filter(({ id }) => id !== pending.id).map(({ id }) => id),
  );
  if (newHash !== null) {
    await trx.deleteFrom('old_handles').where('user_id', '=', pending.id).execute();
    // Their logins used the password that is replaced.
    await trx.deleteFrom('known_devices').where('user_id', '=', pending.id).execute();
  }
  return await trx
    .updateTable('users')
    .set({
      ...neverPending,
      ...(newHash !== null && { ...emptyProfile, password_hash: newHash }),
      email_key: keyOf(pending),
      is_verified: 1,
      // The address was just read.
      mail_refused_at: null,
      updated_at: now,
    })
    .where('id', '=', pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Restarts the lifetime of a pending account after a login or a refresh. */
export async function prolongPending(trx: WriteDb, userId: string, now: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ pending_until: now + pendingMs })
    .where('id', '=', userId)
    .where('is_verified', '=', 0)
    .execute();
}

const sweepBatch = 20;

/** Expired pending accounts, not locked yet. */
async function findExpired(trx: WriteDb, now: number): Promise<{ id: string; key: string }[]> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email_key', 'pending_email_key'])
    // A literal, so that the planner can use the partial index of pending accounts.
    .where('is_verified', '=', sql.lit(0))
    .where((eb) =>
      eb.or([
        eb('pending_until', '<=', now),
        // Written by a node of the previous version.
        eb.and([eb('pending_until', 'is', null), eb('created_at', '<=', now - pendingMs)]),
      ]),
    )
    .orderBy('id')
    .limit(sweepBatch)
    .execute();
  return rows.map((row) => ({ id: row.id, key: keyOf(row) }));
}

function isExpired({ pending_until, created_at }: UserTable, now: number): boolean {
  return (pending_until ?? created_at + pendingMs) <= now;
}

/** Removes a batch of expired pending accounts. @returns whether there may be more */
export async function sweepSomePendings(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  now: number,
): Promise<boolean> {
  const found = await findExpired(trx, now);
  if (found.length === 0) return false;
  const candidates = new Set(found.map(({ id }) => id));
  // Locks all pending accounts of these addresses before changing any, in the order in which a sign-up or a
  // verification locks them, so that no two transactions deadlock.
  const rows = await lockPendings(trx, engine, [...new Set(found.map(({ key }) => key))]);
  // Checked again under the lock, because a login may have prolonged one meanwhile.
  const ended = rows.filter((row) => candidates.has(row.id) && isExpired(row, now));
  const endedIds = new Set(ended.map(({ id }) => id));
  const keys = new Set(ended.map(keyOf));
  // A survivor may be a stranger's, who hopes that the owner verifies the address without naming an account.
  const survivors = rows.filter(
    (row) => keys.has(keyOf(row)) && !endedIds.has(row.id) && row.is_contested === 0,
  );
  await markContested(
    trx,
    survivors.map(({ id }) => id),
  );
  await endPendings(trx, [...endedIds]);
  return found.length === sweepBatch;
}
