// Slows down password guessing without locking anybody out. Threats: guessing from many addresses or at many accounts,
// and guessing in order to keep the owner out. So wrong tries are counted for each line (an IPv4 address or a /56), a
// refused try does not prolong the wait, and no wait exceeds 30 s. Known gaps: every line keeps one try each 30 s, so
// 1,000 lines have 33 tries a second at one account; and people behind one IPv4 address share its pace until each has
// logged in once, when a cookie tells their devices apart.
//
// Devices and lines from which an account has logged in are known, so that guesses of strangers do not slow its owner
// down. Threat: a record of where people are. So a row holds a keyed hash that differs by account, and is removed 90
// days after the last login.
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { fieldError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { type RuleFor, tooMany, within } from '../platform/quotas/rate-limit.ts';
import { retention } from '../platform/retention.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import { type Client, householdOf, widestNetworkOf } from '../platform/security/client.ts';
import type { Context } from '../context.ts';
import { findByPassword } from './passwords.ts';
import { markOfClient, openDeviceToken } from './tokens.ts';
import { findAccount } from './users.ts';
import { codeMinutes, resendSeconds } from '../../shared/schemas/limits.ts';

interface Guess {
  /** 'login' for a login; 'password' where a logged-in account confirms its password; 'factor' for a second factor. */
  kind: 'login' | 'password' | 'factor';
  /** `emailKey` of a login's address, whether it has an account or not; or the account's id. */
  account: string;
  /** Mark of a known device or line. */
  known: string | null;
}

/**
 * Runs a comparison, which counts as wrong where it resolves with null. One that throws has compared nothing.
 * @throws AppError 429 with at most 30 seconds, also where the account does not exist
 */
export async function paced<Result>(
  { limiter }: Context,
  { kind, account, known }: Guess,
  client: Client,
  compare: () => Promise<Result | null>,
): Promise<Result | null> {
  const line = householdOf(client);
  const own: RuleFor = [rateRules.guessesOwn, `${kind} ${account} ${known ?? line}`];
  const ofStranger: RuleFor[] = [
    [rateRules.guessesNetwork, `${kind} ${account} ${widestNetworkOf(client)}`],
    [rateRules.guessesLine, `${kind} ${line}`],
  ];
  const rules = known === null ? [own, ...ofStranger] : [own];
  const seconds = await limiter.take(...rules);
  if (seconds !== null) throw tooMany(seconds);
  let isWrong = false;
  try {
    const result = await compare();
    isWrong = result === null;
    return result;
  } finally {
    if (!isWrong) await limiter.putBack(...rules);
  }
}

/**
 * Confirms actions for which a session is not enough, because the device may be in somebody else's hands.
 * @returns the account, by which a transaction can detect that the password changed meanwhile
 * @throws AppError 400 for a wrong password; 429 after too many wrong ones
 */
export async function confirmPassword(
  context: Context,
  { client, userId }: { client: Client; userId: string },
  password: string,
  refusal: { event: AuditEvent; field: string; sentence: string } = {
    event: 'account.confirm-refused',
    field: 'password',
    sentence: 'This password is wrong.',
  },
): Promise<UserTable> {
  await context.limiter.spend(quotas.passwordChecks, { account: userId, client });
  const user = await paced(context, { kind: 'password', account: userId, known: null }, client, async () => {
    const found = await findAccount(context.db.read, userId);
    return found ? await findByPassword([found], password) : null;
  });
  if (user) return user;
  await context.audit.note(client, refusal.event, userId);
  throw fieldError(refusal.field, refusal.sentence);
}

/** Where a request comes from; `device` is the token of the device's cookie. */
export interface Place {
  device?: string | undefined;
  client: Client;
}

/**
 * Marks of the device and the line, for the account. The device's comes first, because several people may share a line.
 * @param account key of its address
 */
function marksOf({ secret }: Context, account: string, { device, client }: Place): string[] {
  const markOf = (kind: 'line' | 'device', value: string) =>
    markOfClient(`${account}:${value}`, `known:${kind}`, secret);
  const line = markOf('line', householdOf(client));
  const token = openDeviceToken(device);
  return token === null ? [line] : [markOf('device', token), line];
}

/**
 * Mark of the place, where it is known for the account of an address.
 * @param account key of the address
 */
export async function knownMarkOf(context: Context, account: string, place: Place): Promise<string | null> {
  const marks = marksOf(context, account, place);
  const known = await context.db.read
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('mark')
    .where('users.email_key', '=', account)
    .where('mark', 'in', marks)
    .where('seen_at', '>', context.clock() - retention.knownDevices)
    .execute();
  return marks.find((mark) => known.some((row) => row.mark === mark)) ?? null;
}

/** @param account key of the address */
export async function rememberPlace(
  context: Context,
  trx: WriteDb,
  { userId, account, place }: { userId: string; account: string; place: Place },
): Promise<void> {
  const now = context.clock();
  await trx
    .insertInto('known_devices')
    .values(marksOf(context, account, place).map((mark) => ({ user_id: userId, mark, seen_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doUpdateSet({ seen_at: now }))
    .execute();
}

const minutes = (count: number) => count * 60;
export const day = minutes(24 * 60);

/** The longest that anybody waits for a try of a password. */
const guessSeconds = 30;

/** Limits by client address ('…Client'), by the network around it, or by mailbox (`mailboxOf`). */
export const rateRules = {
  mailClient: within('mail-client', 60, minutes(60)),
  /** Codes of one purpose to one mailbox, by line, so that a stranger cannot block the owner's request. */
  mailAgain: within('mail-again', 1, resendSeconds),
  /** Mails to one mailbox that one network requests, and that all do from which its owner has never logged in. */
  mailNetwork: within('mail-network', 5, day),
  mailAddress: within('mail-address', 60, day),
  /** Tries without a request token, id or bearer token. */
  codeClient: within('code-client', 60, minutes(15)),
  /** Tries for each request token or account; `codeTries` allows fewer for one code. */
  codeNamed: within('code-named', 20, minutes(codeMinutes)),
  codeNetwork: within('code-network', 300, minutes(15)),
  /** Reset tokens that the server did not sign. */
  resetTokenClient: within('reset-token-client', 60, minutes(15)),
  /** Uses of one signed reset token. */
  resetToken: within('reset-token', 20, minutes(15)),
  /** Wrong passwords and factors at one account, from one line (an IPv4 address, a /56 of IPv6) or known device. */
  guessesOwn: within('guesses-own', 5, 5 * guessSeconds),
  /** The same from one network, where neither the device nor the line is known. */
  guessesNetwork: within('guesses-network', 15, 15 * guessSeconds),
  /** At all accounts, from one line. */
  guessesLine: within('guesses-line', 30, 30 * guessSeconds),
  /** Authenticator codes of one account from places that it does not know: 3 in a million are right by chance. */
  factorStrangers: within('factor-strangers', 30, day),
  /** Authenticator codes of one account from one known device or line. */
  factorKnown: within('factor-known', 100, day),
} as const;

/** Tries of one code. */
export const codeTries = {
  /** With the request token, id or bearer token; and from each network. */
  own: 5,
  /** From all networks together but the one that requested the code; they do not use up the owner's tries. */
  strangers: 40,
} as const;
