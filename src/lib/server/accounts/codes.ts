// Limits on requesting and trying codes. Threats: guesses from many networks, mails that flood a mailbox, and using the
// limits against the owner of the address. So nobody is limited by the requests of others.
import type { AccountsContext, Client } from './context.ts';
import { knownMarkOf, marksOf } from './guesses.ts';
import { codeTries, rateRules } from './limits.ts';
import { hashCode, markOfClient, newCode } from './tokens.ts';
import { emailKey } from './users.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import type { CodeTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { tooMany } from '../platform/quotas/rate-limit.ts';
import { householdOf, widestNetworkOf } from '../platform/security/client.ts';
import { mailboxOf } from '../rules/index.ts';
import { codeMinutes } from '../../shared/schemas/accounts.ts';
import { messages } from '../../shared/text/messages.ts';

const site = 'site';

/** The client that requests a code, as stored with it. */
export function askerOf(
  { secret }: AccountsContext,
  client: Client,
  requestHash: string | null = null,
): Asker {
  return {
    address: addressMark(secret, client),
    network: markOfClient(widestNetworkOf(client), 'code-network', secret),
    requestHash,
  };
}

export function addressMark(secret: Uint8Array, client: Client): string {
  return markOfClient(client.address, 'code-address', secret);
}

/** @param isNamed whether the request names the account, by request token, id or bearer token */
export function trierOf({ secret }: AccountsContext, client: Client, isNamed: boolean): Trier {
  return { isNamed, network: markOfClient(widestNetworkOf(client), 'code-network', secret) };
}

/**
 * Counts a request for a code, whether the address has an account or not.
 * @throws AppError 429 when this client requested one less than a minute ago, or too many
 */
export async function countAsking(
  { limiter }: Pick<AccountsContext, 'limiter'>,
  purpose: CodePurpose,
  email: string,
  client: Client,
): Promise<void> {
  await limiter.hit(rateRules.mailClient, client.address);
  const line = `${purpose}:${mailboxOf(emailKey(email))}:${householdOf(client)}`;
  const seconds = await limiter.take([rateRules.mailAgain, line]);
  if (seconds === null) return;
  if (purpose === 'registration') {
    // The code of a moment ago works: this belongs beside its field, and is no failure to a person.
    const sentence = messages.verifyUser.sentBefore(seconds);
    throw new AppError(429, sentence, { code: sentence }, seconds);
  }
  throw tooMany(seconds);
}

/** Marks the client's network as waiting for a code, which exempts it from the site's limit of wrong codes. */
export async function expectCode(
  { limiter }: Pick<AccountsContext, 'limiter'>,
  client: Client,
): Promise<void> {
  const network = widestNetworkOf(client);
  await limiter.forgive(rateRules.codeAsked, network);
  await limiter.take([rateRules.codeAsked, network]);
}

/**
 * Counts a requested mail, by mailbox, because one mailbox has many addresses; the same work for an address without an
 * account.
 * @returns whether it may be sent. The client must not learn it
 */
export async function mayMail(context: AccountsContext, email: string, client: Client): Promise<boolean> {
  const { limiter } = context;
  const address = emailKey(email);
  const mailbox = mailboxOf(address);
  const known = await knownMarkOf(context, address, marksOf(context, address, { device: undefined, client }));
  const ofNetwork = `${mailbox}:${widestNetworkOf(client)}`;
  const isFirst = (await limiter.take([rateRules.mailNetworkFirst, ofNetwork])) === null;
  if ((await limiter.take([rateRules.mailNetwork, ofNetwork])) !== null) return false;
  if (known !== null) return true;
  if ((await limiter.take([rateRules.mailAddress, mailbox])) === null) return true;
  return isFirst && (await limiter.take([rateRules.mailAddressFirst, mailbox])) === null;
}

/**
 * Counts a try of a code.
 * @param named valid request tokens, or the account that an id or bearer token names; empty for none
 * @throws AppError 429; a request that names an account is not limited by the tries of others
 */
export async function allowCodeTry(
  { limiter }: Pick<AccountsContext, 'limiter'>,
  client: Client,
  named: readonly string[],
): Promise<void> {
  for (const name of named) await limiter.hit(rateRules.codeNamed, name);
  if (named.length > 0) return;
  const network = widestNetworkOf(client);
  await limiter.hit(rateRules.codeClient, client.address);
  await limiter.hit(rateRules.codeNetwork, network);
  const seconds = await limiter.exhausted(rateRules.wrongCodes, site);
  if (seconds === null) return;
  // The rule allows one hit, so it is exhausted once the network has requested a code.
  const isWaiting = (await limiter.exhausted(rateRules.codeAsked, network)) !== null;
  if (!isWaiting) throw tooMany(seconds);
}

/**
 * Counts a wrong code of the whole site. Not for requests that name an account: they have five tries at it anyway, and
 * an attacker could lock out the site with codes of own accounts.
 */
export async function countWrongCode({ limiter }: Pick<AccountsContext, 'limiter'>): Promise<void> {
  await limiter.take([rateRules.wrongCodes, site]);
}

// Codes sent by mail: for one purpose, for five minutes, once. Threats: guessing, and guessing in order to use up the
// owner's tries. So tries are counted by who makes them.

export type CodePurpose = CodeTable['purpose'];

/** The client that requested a code: keyed hashes, and for a reset the hash of its request token. */
export interface Asker {
  address: string;
  network: string;
  requestHash: string | null;
}

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
      used_at: null,
      request_hash: asker.requestHash,
      asker: asker.address,
      network: asker.network,
    })
    .execute();
  return code;
}

/**
 * Makes a registration code. It replaces codes requested from the same network, and those from other networks only
 * where the request names the account, so that a stranger who knows the address cannot void the owner's code.
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

/** Makes a reset code beside those of other clients. @param replaces hash of an earlier request token of this client */
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

/** The client that tries a code. */
export interface Trier {
  /** Whether the request names the account, by request token, id or bearer token. */
  isNamed: boolean;
  /** Keyed hash. */
  network: string;
}

/** Counts a try in one statement, so that simultaneous guesses are all counted. @returns false after too many */
async function countTry(trx: WriteDb, codeId: string, counter: string, most: number): Promise<boolean> {
  return await hasRow(
    trx
      .insertInto('code_tries')
      .values({ code_id: codeId, counter, tries: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['code_id', 'counter'])
          .doUpdateSet((eb) => ({ tries: eb('code_tries.tries', '+', 1) }))
          .where('code_tries.tries', '<', most),
      )
      .returning('tries'),
  );
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

/** Marks a code as used. @returns whether it was unused; true for one of two uses at once */
async function takeCode(trx: WriteDb, id: string, now: number): Promise<boolean> {
  return await hasRow(
    trx
      .updateTable('codes')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning('id'),
  );
}

interface SentCode {
  code: string;
  now: number;
  secret: Uint8Array;
}

/** Codes compared for a request that names no account: those of its own network, then the newest. */
const maxCodesTried = 50;

/**
 * Tries a registration code for several accounts. The transaction has to commit also for null, or the try would not
 * count.
 * @returns the account that the code belongs to
 */
export async function useCodeOfOneOf(
  trx: WriteDb,
  { userIds, by, code, now, secret }: SentCode & { userIds: readonly string[]; by: Trier },
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

type LiveCode = Pick<CodeTable, 'id' | 'user_id' | 'code_hash' | 'network' | 'request_hash'>;

interface Comparison {
  hash: string;
  now: number;
  /** Counts the try. */
  mayTry(row: LiveCode): Promise<boolean>;
}

/**
 * Compares the codes one by one.
 * @returns the account that the code belongs to
 */
async function tryEach(
  trx: WriteDb,
  rows: readonly LiveCode[],
  { hash, now, mayTry }: Comparison,
): Promise<string | null> {
  let userId: string | null = null;
  for (const row of rows) {
    if (!(await mayTry(row))) continue;
    if (row.code_hash === hash && (await takeCode(trx, row.id, now))) userId ??= row.user_id;
  }
  return userId;
}

interface ResetTry extends SentCode {
  requestHashes: readonly string[];
  /** The account of the address that was sent with the code; null for one without, undefined where none was sent. */
  userId: string | null | undefined;
  /** Mark of the client's address. */
  address: string;
  by: Trier;
}

/**
 * Tries a reset code against the requests of these tokens and, with an account, against its newest ones, where the
 * tries of a network are counted; without any of them against the requests from the same address. The transaction has
 * to commit also for null.
 * @returns the account's id
 */
export async function useResetCode(
  trx: WriteDb,
  { requestHashes, userId, address, by, code, now, secret }: ResetTry,
): Promise<string | null> {
  const isNamed = requestHashes.length > 0 || userId !== undefined;
  const rows = await liveCodes(trx, 'reset', now)
    .where((eb) =>
      isNamed
        ? eb.or([
            ...(requestHashes.length > 0 ? [eb('request_hash', 'in', requestHashes)] : []),
            eb('user_id', '=', userId ?? ''),
          ])
        : eb('asker', '=', address),
    )
    .orderBy('id', 'desc')
    .limit(maxCodesTried)
    .execute();
  return await tryEach(trx, rows, {
    hash: hashCode(code, 'reset', secret),
    now,
    mayTry: (row) => {
      const isOwn = row.request_hash !== null && requestHashes.includes(row.request_hash);
      return mayTry(trx, row, { ...by, isNamed: isOwn });
    },
  });
}

function liveCodes(db: ReadDb | WriteDb, purpose: CodePurpose, now: number) {
  return db
    .selectFrom('codes')
    .select(['id', 'user_id', 'code_hash', 'network', 'request_hash'])
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
}

/** Removes all reset codes of a user, after one of them set a password. */
export async function removeResetCodes(trx: WriteDb, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', 'reset').execute();
}

export async function removeCodesOf(trx: WriteDb, userId: string): Promise<void> {
  await trx.deleteFrom('codes').where('user_id', '=', userId).execute();
}

/** Removes expired codes with their tries. */
export async function sweepCodes(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('codes').select('id').where('expires_at', '<=', now).limit(limit);
    return await trx.deleteFrom('codes').where('id', 'in', some).executeTakeFirstOrThrow();
  });
}
