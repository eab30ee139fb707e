import { codeMinutes, resendSeconds } from '../../shared/schemas/limits.ts';
import { within } from '../platform/quotas/rate-limit.ts';

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
