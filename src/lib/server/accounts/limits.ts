import { codeMinutes, resendSeconds } from '../../shared/schemas/limits.ts';
import type { RateRule } from '../platform/quotas/rate-limit.ts';

const minutes = (count: number) => count * 60;
const day = minutes(24 * 60);

/** Limits by client address ('…Client'), by the network around it, or by mailbox (`mailboxOf`). */
export const rateRules = {
  mailClient: { name: 'mail-client', hits: 60, windowSeconds: minutes(60) },
  /** Codes of one purpose to one mailbox, by line, so that a stranger cannot block the owner's request. */
  mailAgain: { name: 'mail-again', hits: 1, windowSeconds: resendSeconds },
  /** Mails to one mailbox that one network requests, and that all do from which its owner has never logged in. */
  mailNetwork: { name: 'mail-network', hits: 5, windowSeconds: day },
  mailAddress: { name: 'mail-address', hits: 60, windowSeconds: day },
  /** Tries without a request token, id or bearer token. */
  codeClient: { name: 'code-client', hits: 60, windowSeconds: minutes(15) },
  /** Tries for each request token or account; `codeTries` allows fewer for one code. */
  codeNamed: { name: 'code-named', hits: 20, windowSeconds: minutes(codeMinutes) },
  codeNetwork: { name: 'code-network', hits: 300, windowSeconds: minutes(15) },
  /** Reset tokens that the server did not sign. */
  resetTokenClient: { name: 'reset-token-client', hits: 60, windowSeconds: minutes(15) },
  /** Uses of one signed reset token. */
  resetToken: { name: 'reset-token', hits: 20, windowSeconds: minutes(15) },
  /** Authenticator codes of one account from places that it does not know: 3 in a million are right by chance. */
  factorStrangers: { name: 'factor-strangers', hits: 30, windowSeconds: day },
  /** Authenticator codes of one account from one known device or line. */
  factorKnown: { name: 'factor-known', hits: 100, windowSeconds: day },
} as const satisfies Record<string, RateRule>;

/** Free tries of a password. Each one beyond has to wait 1, 2, 4, ... and at most 30 seconds after the last. */
export const pace = {
  /** At one account, from one line (an IPv4 address, a /56 of IPv6) or one known device. */
  own: 5,
  /** At all accounts, from one line. */
  ownAny: 30,
  /** Tries from unknown lines after which an account counts as attacked: then each line has `attackedOwn`. */
  attackedAt: 15,
  attackedOwn: 1,
  longestSeconds: 30,
} as const;

/** Tries of one code. */
export const codeTries = {
  /** With the request token, id or bearer token; or from the network or line that requested the code. */
  own: 5,
  /** From each other network. */
  network: 5,
  /** From all other networks together; they do not use up the owner's tries. */
  strangers: 40,
} as const;
