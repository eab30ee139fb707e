// Codes sent by mail: for one purpose, for five minutes, once. Threats: guesses from many networks, mails that flood a
// mailbox, and using the limits against the owner of the address. So nobody is limited by the requests of others, and
// tries are counted by who makes them.
import { createHmac, randomInt } from 'node:crypto';
import { codeMinutes } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { countDeleted, removeUntil } from '../platform/db/statements.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { takeFrom, tooMany } from '../platform/quotas/rate-limit.ts';
import { householdOf, widestNetworkOf, type Client } from '../platform/security/client.ts';
import { mailboxOf } from '../rules/index.ts';
import type { Context } from '../context.ts';
import { knownMarkOf } from './guesses.ts';
import { codeTries, rateRules } from './limits.ts';
import { markOfClient } from './tokens.ts';
import { emailKey } from './users.ts';

type Purpose = Row<'codes'>['purpose'];

/** Upper-case letters and digits without those that look like another: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const codeAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';
const codeLength = 8;

export function newCode(): string {
  const pick = () => codeAlphabet.charAt(randomInt(codeAlphabet.length));
  return Array.from({ length: codeLength }, pick).join('');
}

/**
 * An HMAC under the server's secret, because eight characters could be guessed from a plain hash in a stolen database.
 * Ignores case, and the spaces and hyphens that copying adds and people type between groups.
 */
export function hashCode(code: string, purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(`${purpose}:${code.replace(/[\s\p{Pd}]/gu, '').toUpperCase()}`)
    .digest('hex');
}

/**
 * Counts a request for a code, whether the address has an account or not.
 * @returns whether its mail may be sent, counted by mailbox, because one mailbox has many addresses. The client must
 * not learn it
 * @throws AppError 429 when this client requested one less than a minute ago, or too many
 */
export async function countAsking(
  context: Context,
  purpose: Purpose,
  email: string,
  client: Client,
): Promise<boolean> {
  const { limiter } = context;
  await limiter.hit(rateRules.mailClient, client.address);
  const line = `${purpose}:${mailboxOf(emailKey(email))}:${householdOf(client)}`;
  const seconds = await limiter.take([rateRules.mailAgain, line]);
  if (seconds === null) return await mayMail(context, email, client);
  if (purpose !== 'registration') throw tooMany(seconds);
  // The code of a moment ago works: this belongs beside its field, and is no failure to a person.
  const sentence = messages.verifyUser.sentBefore(seconds);
  throw new AppError(429, sentence, { code: sentence }, seconds);
}

/** As `countAsking`, for a mail that comes with a sign-up. */
export async function mayMail(context: Context, email: string, client: Client): Promise<boolean> {
  const { limiter } = context;
  const address = emailKey(email);
  const mailbox = mailboxOf(address);
  const ofNetwork = [rateRules.mailNetwork, `${mailbox}:${widestNetworkOf(client)}`] as const;
  if ((await limiter.take(ofNetwork)) !== null) return false;
  if ((await knownMarkOf(context, address, { client })) !== null) return true;
  return (await limiter.take([rateRules.mailAddress, mailbox])) === null;
}

/**
 * Counts a try of a code.
 * @param named valid request tokens, or the account that an id or bearer token names; empty for none
 * @throws AppError 429; a request that names an account is not limited by the tries of others
 */
export async function allowCodeTry(
  { limiter }: Context,
  client: Client,
  named: readonly string[],
): Promise<void> {
  for (const name of named) await limiter.hit(rateRules.codeNamed, name);
  if (named.length > 0) return;
  await limiter.hit(rateRules.codeClient, client.address);
  await limiter.hit(rateRules.codeNetwork, widestNetworkOf(client));
}

const addressMark = ({ secret }: Context, { address }: Client): string =>
  markOfClient(address, 'code-address', secret);
const networkMark = ({ secret }: Context, client: Client): string =>
  markOfClient(widestNetworkOf(client), 'code-network', secret);

async function insertCode(
  context: Context,
  trx: WriteDb,
  { client, ...row }: { userId: string; purpose: Purpose; client: Client; requestHash: string | null },
): Promise<string> {
  const code = newCode();
  const now = context.clock();
  await trx
    .insertInto('codes')
    .values({
      id: newId(),
      user_id: row.userId,
      purpose: row.purpose,
      code_hash: hashCode(code, row.purpose, context.secret),
      created_at: now,
      expires_at: now + codeMinutes * 60_000,
      used_at: null,
      request_hash: row.requestHash,
      asker: addressMark(context, client),
      network: networkMark(context, client),
    })
    .execute();
  return code;
}

/**
 * Makes a registration code. It replaces codes requested from the same network, and those from other networks only
 * where the request names the account, so that a stranger who knows the address cannot void the owner's code.
 */
export async function issueCode(
  context: Context,
  trx: WriteDb,
  { userId, client, isNamed }: { userId: string; client: Client; isNamed: boolean },
): Promise<string> {
  await trx
    .deleteFrom('codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'registration')
    .$if(!isNamed, (codes) => codes.where('network', '=', networkMark(context, client)))
    .execute();
  return await insertCode(context, trx, { userId, purpose: 'registration', client, requestHash: null });
}

/** Makes a reset code. It replaces only the one of the request that `replaces` names by its hash. */
export async function issueResetCode(
  context: Context,
  trx: WriteDb,
  given: { userId: string; client: Client; requestHash: string; replaces: string | null },
): Promise<string> {
  const { replaces, ...code } = given;
  if (replaces !== null)
    await trx
      .deleteFrom('codes')
      .where('user_id', '=', code.userId)
      .where('purpose', '=', 'reset')
      .where('request_hash', '=', replaces)
      .execute();
  return await insertCode(context, trx, { ...code, purpose: 'reset' });
}

type LiveCode = Pick<Row<'codes'>, 'id' | 'user_id' | 'code_hash' | 'network' | 'request_hash'>;

/** Whether a code may be tried once more. */
async function mayTry(
  trx: WriteDb,
  { id, network: own }: LiveCode,
  { isNamed, network, now }: { isNamed: boolean; network: string; now: number },
): Promise<boolean> {
  // No code lives for an hour, so none of its tries comes back.
  const take = async (name: string, burst: number): Promise<boolean> =>
    (await takeFrom(
      trx,
      { rule: { burst, everySeconds: 3600 }, key: `code:${id}:${name}`, cost: 1 },
      now,
    )) === null;
  if (isNamed || own === network) return await take(isNamed ? 'named' : 'own', codeTries.own);
  return (
    (await take(`network:${network}`, codeTries.network)) && (await take('strangers', codeTries.strangers))
  );
}

/** Codes compared for one request. */
const maxCodesTried = 50;

function liveCodes(trx: WriteDb, purpose: Purpose, now: number) {
  return trx
    .selectFrom('codes')
    .select(['id', 'user_id', 'code_hash', 'network', 'request_hash'])
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .limit(maxCodesTried);
}

/** Compares the codes one by one, and uses up the right one. @returns the account that the code belongs to */
async function tryEach(
  trx: WriteDb,
  rows: readonly LiveCode[],
  hash: string,
  allow: (row: LiveCode) => Promise<boolean>,
): Promise<string | null> {
  let userId: string | null = null;
  for (const row of rows) {
    if (!(await allow(row)) || row.code_hash !== hash) continue;
    // Of two uses at once one finds it gone.
    if ((await countDeleted(trx.deleteFrom('codes').where('id', '=', row.id))) > 0) userId ??= row.user_id;
  }
  return userId;
}

/**
 * Tries a registration code for several accounts: those of the client's own network, then the newest. The transaction
 * has to commit also for null, or the try would not count.
 * @param tried isNamed tells whether the request names the account, by id or bearer token
 * @returns the account that the code belongs to
 */
export async function useCodeOfOneOf(
  context: Context,
  trx: WriteDb,
  tried: { userIds: readonly string[]; isNamed: boolean; code: string; client: Client },
): Promise<string | null> {
  const { userIds, isNamed, code, client } = tried;
  if (userIds.length === 0) return null;
  const [now, network] = [context.clock(), networkMark(context, client)];
  const rows = await liveCodes(trx, 'registration', now)
    .where('user_id', 'in', userIds)
    .orderBy((eb) => eb.case().when('network', '=', network).then(0).else(1).end())
    .orderBy('id', 'desc')
    .execute();
  const hash = hashCode(code, 'registration', context.secret);
  return await tryEach(trx, rows, hash, (row) => mayTry(trx, row, { isNamed, network, now }));
}

/**
 * Tries a reset code against the requests of these tokens and, with an account, against its newest ones, where the
 * tries of a network are counted; without any of them against the requests from the same address. The transaction has
 * to commit also for null.
 * @param tried userId is the account of the address that was sent with the code; null for one without, undefined where
 * none was sent
 * @returns the account's id
 */
export async function useResetCode(
  context: Context,
  trx: WriteDb,
  tried: {
    requestHashes: readonly string[];
    userId: string | null | undefined;
    code: string;
    client: Client;
  },
): Promise<string | null> {
  const { requestHashes, userId, code, client } = tried;
  const isNamed = requestHashes.length > 0 || userId !== undefined;
  const now = context.clock();
  const rows = await liveCodes(trx, 'reset', now)
    .where((eb) =>
      isNamed
        ? eb.or([
            ...(requestHashes.length > 0 ? [eb('request_hash', 'in', requestHashes)] : []),
            eb('user_id', '=', userId ?? ''),
          ])
        : eb('asker', '=', addressMark(context, client)),
    )
    .orderBy('id', 'desc')
    .execute();
  const network = networkMark(context, client);
  return await tryEach(trx, rows, hashCode(code, 'reset', context.secret), (row) => {
    const isOwn = row.request_hash !== null && requestHashes.includes(row.request_hash);
    return mayTry(trx, row, { isNamed: isOwn, network, now });
  });
}

/** Removes the codes of a user, or those for one purpose. */
export async function removeCodesOf(trx: WriteDb, userId: string, purpose?: Purpose): Promise<void> {
  const codes = trx.deleteFrom('codes').where('user_id', '=', userId);
  await (purpose === undefined ? codes : codes.where('purpose', '=', purpose)).execute();
}

/** Removes expired codes. */
export async function sweepCodes({ clock, db }: Context): Promise<void> {
  await removeUntil(db, { table: 'codes', key: 'id', column: 'expires_at' }, clock());
}
