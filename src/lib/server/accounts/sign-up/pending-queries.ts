// Accounts that nobody has verified yet. Several may wait for one address, each with its own names, password, code and
// sessions; the first that is verified gets the address, and the others end. docs/decisions/011-pending-accounts.md.
import { sql } from 'kysely';
import type { Engine, ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { neverPending } from '../account-queries.ts';

/** A pending account ends so long after the sign-up, or after its last login or refresh. */
export const pendingMs = 86_400_000;

/** Accounts that may wait for one address: those made from one network, and those of all networks. */
const maxPending = { ofNetwork: 5, inAll: 200 };

/** What an account that waits for the address holds in the place of the unique key. */
export function placeholderKey(id: string): string {
  return `pending:${id}`;
}

/** The address that a pending account waits for. A node of the version before wrote it into `email_key`. */
function keyOf(row: Pick<UserTable, 'email_key' | 'pending_email_key'>): string {
  return row.pending_email_key ?? row.email_key;
}

/** The key of the address that this pending account waits for. */
export async function findPendingKey(db: ReadDb | WriteDb, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email_key', 'pending_email_key'])
    .where('id', '=', id)
    .where('is_verified', '=', 0)
    .executeTakeFirst();
  return row && keyOf(row);
}

/** The accounts that wait for the addresses, newest first; nobody changes them until the transaction ends. */
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
    // One order for all, so that no two transactions wait for each other.
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Whether somebody has logged in to it, so that it ends later than it would have. */
function hasLoggedIn({ created_at, pending_until }: UserTable): boolean {
  return pending_until !== null && pending_until > created_at + pendingMs;
}

/** Those that end first when there are too many: never logged in to, then the ones that would end first anyway. */
function byUse(one: UserTable, other: UserTable): number {
  return (
    Number(hasLoggedIn(one)) - Number(hasLoggedIn(other)) ||
    (one.pending_until ?? 0) - (other.pending_until ?? 0) ||
    (one.id < other.id ? -1 : 1)
  );
}

/**
 * Makes room for one more account that waits for the address. Those of the same network make it first, so that a flood
 * from one place ends none but its own.
 * @returns whether an account with another password ended for it
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

/** Sessions, codes, timeline and handles go with the row; nobody but its owner has seen anything of it. */
async function endPendings(trx: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('users').where('id', 'in', ids).where('is_verified', '=', 0).execute();
}

/**
 * What is left of an account whose code proved the address alone: whatever else was typed for it may be a stranger's.
 */
function wiped(passwordHash: string): Partial<UserTable> {
  return {
    password_hash: passwordHash,
    phone_no: '',
    address: '',
    about: '',
    tags: '[]',
    social_links: '{}',
    picture_id: null,
    handle: null,
    // The owner of the address has not been asked.
    show_email: 0,
    show_phone: 0,
    show_address: 0,
  };
}

interface Activation {
  pending: UserTable;
  /** All that wait for the address. */
  pendings: readonly UserTable[];
  /** Set where the password and what else was typed are not kept. */
  newHash: string | null;
  now: number;
}

/**
 * Gives the address to one account, and ends all others that wait for it.
 * @throws where another got it at the same moment
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
    // Whoever knew the password that is void has logged in from there.
    await trx.deleteFrom('known_devices').where('user_id', '=', pending.id).execute();
  }
  return await trx
    .updateTable('users')
    .set({
      ...neverPending,
      ...(newHash !== null && wiped(newHash)),
      email_key: keyOf(pending),
      is_verified: 1,
      updated_at: now,
    })
    .where('id', '=', pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A login or a refresh: a pending account lasts a day from here. */
export async function prolongPending(trx: WriteDb, userId: string, now: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ pending_until: now + pendingMs })
    .where('id', '=', userId)
    .where('is_verified', '=', 0)
    .execute();
}

const sweepBatch = 20;

/** Accounts that nobody has logged in to for a day. Nobody has locked them yet. */
async function findOver(trx: WriteDb, now: number): Promise<{ id: string; key: string }[]> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email_key', 'pending_email_key'])
    // A literal, so that the planner sees that the index of pending accounts is meant.
    .where('is_verified', '=', sql.lit(0))
    .where((eb) =>
      eb.or([
        eb('pending_until', '<=', now),
        // By a node of the version before.
        eb.and([eb('pending_until', 'is', null), eb('created_at', '<=', now - pendingMs)]),
      ]),
    )
    .orderBy('id')
    .limit(sweepBatch)
    .execute();
  return rows.map((row) => ({ id: row.id, key: keyOf(row) }));
}

function isOver({ pending_until, created_at }: UserTable, now: number): boolean {
  return (pending_until ?? created_at + pendingMs) <= now;
}

/** Ends some of those that nobody has logged in to for a day. @returns whether there may be more */
export async function sweepSomePendings(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  now: number,
): Promise<boolean> {
  const found = await findOver(trx, now);
  if (found.length === 0) return false;
  const candidates = new Set(found.map(({ id }) => id));
  // With those that wait for the same addresses, before any of them is changed: a sign-up or a verification locks its
  // accounts in the same order, so that neither waits for one that the other holds.
  const rows = await lockPendings(trx, engine, [...new Set(found.map(({ key }) => key))]);
  // Looked at again: one that somebody logged in to meanwhile lasts.
  const ended = rows.filter((row) => candidates.has(row.id) && isOver(row, now));
  const endedIds = new Set(ended.map(({ id }) => id));
  const keys = new Set(ended.map(keyOf));
  // One that lasts longer may be a stranger's, who waits for the address to be verified without being named.
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
