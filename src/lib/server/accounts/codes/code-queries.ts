// Codes that mails carry. A code serves one purpose, for five minutes, once. Threat: whoever guesses, and whoever
// guesses in order to use up the tries of the person that the code is for. So tries are counted for those who make
// them.
import { codeMinutes } from '../../../shared/schemas/accounts.ts';
import type { Database, ReadDb, WriteDb } from '../../platform/db/database.ts';
import { writeDecoyRows } from '../../platform/quotas/decoy-writes.ts';
import { removeInBatches } from '../../platform/db/remove-in-batches.ts';
import type { CodeTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { codeTries } from '../limits.ts';
import { hashCode, newCode } from '../secrets.ts';

export type CodePurpose = CodeTable['purpose'];

/** Who asked for a code: keyed hashes, and for a reset the hash of the half that stayed with them. */
export interface Asker {
  address: string;
  network: string;
  requestHash: string | null;
}

/** Rows that a code, its mail and its event in the trail take, for whoever asked for a code that there is none of. */
export const rowsOfSentCode = 3;

interface NewCode {
  userId: string;
  purpose: CodePurpose;
  now: number;
  secret: Uint8Array;
  asker: Asker;
}

async function insertCode(trx: WriteDb, { userId, purpose, now, secret, asker }: NewCode): Promise<string> {
  const code = newCode();
  await trx
    .insertInto('codes')
    .values({
      id: newId(),
      user_id: userId,
      purpose,
      code_hash: hashCode(code, purpose, secret),
      created_at: now,
      expires_at: now + codeMinutes * 60_000,
      wrong_tries: 0,
      used_at: null,
      request_hash: asker.requestHash,
      asker: asker.address,
      network: asker.network,
    })
    .execute();
  return code;
}

/**
 * Makes a code for a registration. It replaces those that were asked for from the same network; those of others only
 * where whoever asks names the account, so that strangers who know no more than the address void nobody's code.
 */
export async function issueCode(
  trx: WriteDb,
  { isNamed, ...given }: Omit<NewCode, 'purpose'> & { isNamed: boolean },
): Promise<string> {
  await trx
    .deleteFrom('codes')
    .where('user_id', '=', given.userId)
    .where('purpose', '=', 'registration')
    .$if(!isNamed, (codes) =>
      codes.where(({ eb, or }) => or([eb('network', '=', given.asker.network), eb('network', 'is', null)])),
    )
    .execute();
  return await insertCode(trx, { ...given, purpose: 'registration' });
}

/**
 * Makes a code for a reset. It stands beside those that others asked for, and replaces the one of the half `replaces`.
 */
export async function issueResetCode(
  trx: WriteDb,
  { replaces, ...given }: Omit<NewCode, 'purpose'> & { replaces: string | null },
): Promise<string> {
  if (replaces !== null)
    await trx
      .deleteFrom('codes')
      .where('user_id', '=', given.userId)
      .where('purpose', '=', 'reset')
      .where('request_hash', '=', replaces)
      .execute();
  return await insertCode(trx, { ...given, purpose: 'reset' });
}

/** Who tries a code: whether they can name what it is for (half, id or bearer), and the keyed hash of their network. */
export interface Trier {
  isNamed: boolean;
  network: string;
}

/**
 * Counts a try first, by one statement, so that guesses that arrive together are counted one by one.
 * @returns false once too many
 */
async function countTry(trx: WriteDb, codeId: string, counter: string, most: number): Promise<boolean> {
  const row = await trx
    .insertInto('code_tries')
    .values({ code_id: codeId, counter, tries: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['code_id', 'counter'])
        .doUpdateSet((eb) => ({ tries: eb('code_tries.tries', '+', 1) }))
        .where('code_tries.tries', '<', most),
    )
    .returning('tries')
    .executeTakeFirst();
  return row !== undefined;
}

async function mayTry(
  trx: WriteDb,
  code: { id: string; network: string | null },
  by: Trier,
): Promise<boolean> {
  if (by.isNamed) return await countTry(trx, code.id, 'named', codeTries.own);
  if (code.network === null || code.network === by.network)
    return await countTry(trx, code.id, 'own', codeTries.own);
  return (
    (await countTry(trx, code.id, `network:${by.network}`, codeTries.network)) &&
    (await countTry(trx, code.id, 'strangers', codeTries.strangers))
  );
}

/** @returns whether it was there to be used: of two uses at once, one finds it */
async function takeCode(trx: WriteDb, id: string, now: number): Promise<boolean> {
  const row = await trx
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface GivenCode {
  code: string;
  now: number;
  secret: Uint8Array;
}

/**
 * Codes that a request which names no account is tried against: those of its own network, then the newest of a flood.
 */
const maxCodesTried = 50;

/**
 * Tries a registration code for each of some accounts. Let the transaction commit when the answer is null, or the try
 * would not count.
 * @returns the account whose code it is
 */
export async function useCodeOfOneOf(
  trx: WriteDb,
  { userIds, by, code, now, secret }: GivenCode & { userIds: readonly string[]; by: Trier },
): Promise<string | null> {
  const rows = await liveCodes(trx, 'registration', now)
    .where('user_id', 'in', userIds.length > 0 ? userIds : [''])
    .orderBy((eb) => eb.case().when('network', '=', by.network).then(0).else(1).end())
    .orderBy('id', 'desc')
    .$if(!by.isNamed, (codes) => codes.limit(maxCodesTried))
    .execute();
  return await tryEach(trx, rows, {
    hash: hashCode(code, 'registration', secret),
    now,
    mayTry: (row) => mayTry(trx, row, by),
  });
}

type LiveCode = Pick<CodeTable, 'id' | 'user_id' | 'code_hash' | 'network'>;

interface Comparison {
  hash: string;
  now: number;
  /** Counts the try. */
  mayTry(row: LiveCode): Promise<boolean>;
}

/**
 * Compares the codes one by one, and writes also where there is none to count a try of.
 * @returns the account whose code it is
 */
async function tryEach(
  trx: WriteDb,
  rows: readonly LiveCode[],
  { hash, now, mayTry }: Comparison,
): Promise<string | null> {
  let userId: string | null = null;
  let tries = 0;
  for (const row of rows) {
    if (!(await mayTry(row))) continue;
    tries += 1;
    if (row.code_hash === hash && (await takeCode(trx, row.id, now))) userId ??= row.user_id;
  }
  if (tries === 0) await writeDecoyRows(trx, 1, now);
  return userId;
}

/**
 * Tries a reset code against the requests that the halves name; without any, against those that were made from the same
 * address. Let the transaction commit when the answer is null.
 * @returns the account's id
 */
export async function useResetCode(
  trx: WriteDb,
  { requestHashes, address, code, now, secret }: GivenCode & { requestHashes: string[]; address: string },
): Promise<string | null> {
  const rows = await liveCodes(trx, 'reset', now)
    .where((eb) =>
      requestHashes.length === 0 ? eb('asker', '=', address) : eb('request_hash', 'in', requestHashes),
    )
    .orderBy('id')
    .execute();
  const counter = requestHashes.length === 0 ? 'own' : 'named';
  return await tryEach(trx, rows, {
    hash: hashCode(code, 'reset', secret),
    now,
    mayTry: (row) => countTry(trx, row.id, counter, codeTries.own),
  });
}

function liveCodes(db: ReadDb | WriteDb, purpose: CodePurpose, now: number) {
  return db
    .selectFrom('codes')
    .select(['id', 'user_id', 'code_hash', 'network'])
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
}

/** Whoever has set a password with one code needs none of the others. */
export async function removeResetCodes(trx: WriteDb, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', 'reset').execute();
}

/** Forgets codes that are over; their tries go with them. */
export async function sweepCodes(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('codes').select('id').where('expires_at', '<=', now).limit(limit);
    return await trx.deleteFrom('codes').where('id', 'in', some).executeTakeFirstOrThrow();
  });
}
