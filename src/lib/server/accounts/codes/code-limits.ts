// Limits on requesting and trying codes. Threats: guesses from many networks, mails that flood a mailbox, and using the
// limits against the owner of the address. So nobody is limited by the requests of others.
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { householdOf, widestNetworkOf } from '../../platform/security/client.ts';
import { tooMany } from '../../platform/quotas/rate-limit.ts';
import { mailboxOf } from '../../rules/index.ts';
import { emailKey } from '../account-queries.ts';
import type { Asker, CodePurpose, Trier } from './code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { knownMarkOf, marksOf } from '../sessions/known-device-queries.ts';
import { rateRules } from '../limits.ts';
import { markOfClient } from '../secrets.ts';

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
