// Who may ask for a code, and who may try one. Threat: guesses from many networks, mails that bury a mailbox, and
// whoever uses the limits against the person that a code is for. What has nothing to do with the asker's own requests
// is never counted against them.
import { householdOf, widestNetworkOf } from '../../platform/security/client.ts';
import { tooMany } from '../../platform/quotas/too-many.ts';
import { emailKey } from '../account-queries.ts';
import type { Asker, CodePurpose, Trier } from './code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { findKnown, markOf } from '../sessions/known-device-queries.ts';
import { rateRules } from '../limits.ts';
import { markOfClient } from '../secrets.ts';

const site = 'site';

/** What is kept of whoever asks for a code. */
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

/** @param isNamed whether the request names what the code is for: by half, id or bearer */
export function trierOf({ secret }: AccountsContext, client: Client, isNamed: boolean): Trier {
  return { isNamed, network: markOfClient(widestNetworkOf(client), 'code-network', secret) };
}

/**
 * Counts that a code is asked for, for any address.
 * @throws AppError 429 when this client asked for one less than a minute ago, or has asked for many
 */
export async function countAsking(
  { limiter }: Pick<AccountsContext, 'limiter'>,
  purpose: CodePurpose,
  email: string,
  client: Client,
): Promise<void> {
  await limiter.hit(rateRules.mailClient, client.address);
  await limiter.hit(rateRules.mailAgain, `${purpose}:${emailKey(email)}:${householdOf(client)}`);
}

/** Notes that whoever sits in this network may be about to type a code: the brake of the whole site is not for them. */
export async function expectCode(
  { limiter }: Pick<AccountsContext, 'limiter'>,
  client: Client,
): Promise<void> {
  await limiter.renew(rateRules.codeAsked, widestNetworkOf(client));
}

/**
 * Counts a mail that somebody asks for, whatever it is about; the same work for an address without an account.
 * @returns whether it may go out. Nobody must hear of it
 */
export async function mayMail(context: AccountsContext, email: string, client: Client): Promise<boolean> {
  const { clock, db, limiter, secret } = context;
  const address = emailKey(email);
  const mark = markOf(secret, address, 'line', householdOf(client));
  const known = await findKnown(db.read, address, [mark], clock());
  const ofNetwork = await limiter.tally(rateRules.mailNetwork, `${address}:${widestNetworkOf(client)}`);
  if (ofNetwork > rateRules.mailNetwork.hits) return false;
  if (known.length > 0) return true;
  if ((await limiter.tally(rateRules.mailAddress, address)) <= rateRules.mailAddress.hits) return true;
  if (ofNetwork > 1) return false;
  return (await limiter.tally(rateRules.mailAddressFirst, address)) <= rateRules.mailAddressFirst.hits;
}

/**
 * @param named halves that we gave out, or the account that an id or a bearer names; empty where a request names
 * nothing
 * @throws AppError 429; where something is named, others have no part in it
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
  // The one hit of this rule is that a code was asked for.
  const isWaiting = (await limiter.exhausted(rateRules.codeAsked, network)) !== null;
  if (!isWaiting) throw tooMany(seconds);
}

/**
 * Counts towards the brake of the whole site. Not for a request that names what its code is for: it has five tries at
 * that alone, and whoever asks for many codes of their own would brake everybody else.
 */
export async function countWrongCode({ limiter }: Pick<AccountsContext, 'limiter'>): Promise<void> {
  await limiter.tally(rateRules.wrongCodes, site);
}
