// Codes sent by mail: for one purpose, for five minutes, once. Threats: guesses from many networks, mails that flood a
// mailbox, and using the limits against the owner of the address. So nobody is limited by the requests of others, and
// tries are counted by who makes them.
import { createHmac } from 'node:crypto';
import { codeMinutes } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { countDeleted } from '../platform/db/statements.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { takeFrom, tooMany, within } from '../platform/quotas/rate-limit.ts';
import { householdOf, widestNetworkOf, type Client } from '../platform/security/client.ts';
import { sealLink } from '../platform/security/mailed-links.ts';
import { mailboxOf } from '../rules/index.ts';
import type { Context } from '../context.ts';
import { codeTries, day, knownMarkOf, rateRules } from './guesses.ts';
import { composeToAddress } from './mails.ts';
import { randomText } from './passwords.ts';
import { markOfClient } from './tokens.ts';
import { emailKey } from './users.ts';

type Purpose = Row<'codes'>['purpose'];

/** Upper-case letters and digits without those that look like another: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const codeAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';

export const newCode = (length = 8): string => randomText(codeAlphabet, length);

/**
 * An HMAC under the server's secret, because eight characters could be guessed from a plain hash in a stolen database.
 * Ignores case, and the spaces and hyphens that copying adds and people type between groups.
 */
export function hashCode(code: string, purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(`${purpose}:${code.replace(/[\s\p{Pd}]/gu, '').toUpperCase()}`)
    .digest('hex');
}

/** Counts a try. No code lives for an hour, so that none of its tries comes back. @returns whether it is allowed */
async function mayTry(trx: WriteDb, name: string, burst: number, now: number): Promise<boolean> {
  const counter = { rule: { burst, everySeconds: 3600 }, key: `code:${name}`, cost: 1 };
  return (await takeFrom(trx, counter, now)) === null;
}

/**
 * Compares a code with the one that is stored beside what it lets somebody send or prove. The transaction has to commit
 * also where it is wrong, or the try would not count.
 */
export async function tryCode(
  { clock, secret }: Context,
  trx: WriteDb,
  { code, hash, purpose }: Record<'code' | 'hash' | 'purpose', string>,
): Promise<'right' | 'wrong' | 'spent'> {
  if (!(await mayTry(trx, hash.slice(0, 32), codeTries.own, clock()))) return 'spent';
  return hash === hashCode(code, purpose, secret) ? 'right' : 'wrong';
}

interface GuestCode {
  use: 'report' | 'letter';
  wish: string;
  email: string;
  client: Client;
  minutes: number;
  /** The refusal where too many codes were mailed today. */
  says: string;
}

/**
 * Makes the code that somebody without an account enters to send something.
 * @returns the id and the hash for the row, the mail, null where this mailbox gets no more, and what the form sends
 * back
 * @throws AppError 429
 */
export async function guestCode(
  { limiter, secret }: Context,
  { client, email, minutes, says, use, wish }: GuestCode,
) {
  // By mailbox, because one mailbox has many addresses.
  const mailbox = mailboxOf(emailKey(email));
  const ofNetwork = [within(`${use}-mail-network`, 5, day), `${mailbox}:${widestNetworkOf(client)}`] as const;
  const seconds = await limiter.take(ofNetwork);
  if (seconds !== null) throw new AppError(429, says, {}, seconds);
  // Of all networks. Nobody is told, because it would tell who reports or writes.
  const isMailed = (await limiter.take([within(`${use}-mail-address`, 10, day), mailbox])) === null;
  const [id, code] = [newId(), newCode()];
  const mail = composeToAddress(email, {
    subject: `your code for a ${use}`,
    body: [
      `somebody wants to ${wish} with this address. If it was you, enter this code on the page of the ${use}:`,
      { code },
      `It lasts ${String(minutes)} minutes and works once.`,
      'If it was not you, do nothing: without the code nothing is sent.',
    ],
  });
  return {
    id,
    mailbox,
    code_hash: hashCode(code, `${use}:${id}`, secret),
    mail: isMailed ? mail : null,
    request: sealLink(secret, `${use}-code`, id),
  };
}

/**
 * Counts a request for a code, whether the address has an account or not.
 * @returns whether its mail may be sent, counted by mailbox, because one mailbox has many addresses. The client must
 * not learn it
 * @throws AppError 429 when this client requested one less than a minute ago, or too many
 */
export async function countAsking(context: Context, purpose: Purpose, email: string, client: Client) {
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
  const address = emailKey(email);
  const mailbox = mailboxOf(address);
  const ofNetwork = [rateRules.mailNetwork, `${mailbox}:${widestNetworkOf(client)}`] as const;
  const isKnown = (await knownMarkOf(context, address, { client })) !== null;
  const ofAll = isKnown ? [] : [[rateRules.mailAddress, mailbox] as const];
  return (await context.limiter.take(ofNetwork, ...ofAll)) === null;
}

/**
 * @param named valid request tokens, or the account that an id or bearer token names; empty for none
 * @throws AppError 429; a request that names an account is not limited by the tries of others
 */
export async function allowCodeTry({ limiter }: Context, client: Client, named: readonly string[]) {
  for (const name of named) await limiter.hit(rateRules.codeNamed, name);
  if (named.length > 0) return;
  await limiter.hit(rateRules.codeClient, client.address);
  await limiter.hit(rateRules.codeNetwork, widestNetworkOf(client));
}

const addressMark = ({ secret }: Context, { address }: Client): string =>
  markOfClient(address, 'code-address', secret);
const networkMark = ({ secret }: Context, client: Client): string =>
  markOfClient(widestNetworkOf(client), 'code-network', secret);

interface Asking {
  userId: string;
  purpose: Purpose;
  client: Client;
  /** Of a reset: the id that its request token names. */
  id?: string;
  /** Which codes of the account for this purpose it replaces. */
  replaces: 'all' | 'those of this network' | { id: string };
}

/** Makes a code. Whoever does not name the account, or the request, cannot void the code of somebody else. */
export async function issueCode(context: Context, trx: WriteDb, asking: Asking): Promise<string> {
  const { client, id = newId(), purpose, replaces, userId } = asking;
  const [code, now, network] = [newCode(), context.clock(), networkMark(context, client)];
  const earlier = trx.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', purpose);
  if (replaces === 'all') await earlier.execute();
  else if (replaces === 'those of this network') await earlier.where('network', '=', network).execute();
  else await earlier.where('id', '=', replaces.id).execute();
  await trx
    .insertInto('codes')
    .values({
      id,
      user_id: userId,
      purpose,
      code_hash: hashCode(code, purpose, context.secret),
      created_at: now,
      expires_at: now + codeMinutes * 60_000,
      asker: addressMark(context, client),
      network,
    })
    .execute();
  return code;
}

/** Codes compared for one request. */
const maxCodesTried = 50;

interface Tried {
  purpose: Purpose;
  code: string;
  client: Client;
  /** The accounts that the request may mean; left out where it names neither one nor a request. */
  userIds?: readonly string[] | undefined;
  /** Those that the request tokens beside a reset code name. */
  requestIds?: readonly string[];
  /** Whether the request names the account of a registration, by id or bearer token. */
  isNamed?: boolean;
}

/**
 * Tries a code against those of the accounts and requests that it may mean, or else those that were requested from the
 * same address: first those of the client's own network, then the newest. The right one is used up. The transaction has
 * to commit also for null, or the try would not count.
 * @returns the account that the code belongs to
 */
export async function useCode(context: Context, trx: WriteDb, tried: Tried): Promise<string | null> {
  const { client, code, isNamed = false, purpose, requestIds = [], userIds } = tried;
  const [now, network] = [context.clock(), networkMark(context, client)];
  const rows = await trx
    .selectFrom('codes')
    .select(['id', 'user_id', 'code_hash', 'network'])
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        ...(userIds && userIds.length > 0 ? [eb('user_id', 'in', userIds)] : []),
        ...(requestIds.length > 0 ? [eb('id', 'in', requestIds)] : []),
        ...(userIds || requestIds.length > 0 ? [] : [eb('asker', '=', addressMark(context, client))]),
      ]),
    )
    .orderBy((eb) => eb.case().when('network', '=', network).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(maxCodesTried)
    .execute();
  const hash = hashCode(code, purpose, context.secret);
  let userId: string | null = null;
  for (const row of rows) {
    const by = isNamed || requestIds.includes(row.id) ? 'named' : network;
    const isStranger = by !== 'named' && by !== row.network;
    if (!(await mayTry(trx, `${row.id}:${by}`, codeTries.own, now))) continue;
    if (isStranger && !(await mayTry(trx, `${row.id}:strangers`, codeTries.strangers, now))) continue;
    if (row.code_hash !== hash) continue;
    // Of two uses at once one finds it gone.
    if ((await countDeleted(trx.deleteFrom('codes').where('id', '=', row.id))) > 0) userId ??= row.user_id;
  }
  return userId;
}
