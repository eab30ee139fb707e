import { codeMinutes, resendSeconds } from '../../shared/schemas/accounts.ts';
import type { RateRule } from '../platform/quotas/rate-limit.ts';

const minutes = (count: number) => count * 60;
const day = minutes(24 * 60);

/** How often, an address of a client ('…Client'), the network around it, or a mail address. */
export const rateRules = {
  mailClient: { name: 'mail-client', hits: 60, windowSeconds: minutes(60) },
  /** Codes of one purpose for one address, asked for from one line: nobody can hold up another one's. */
  mailAgain: { name: 'mail-again', hits: 1, windowSeconds: resendSeconds },
  /** Mails to one address that one network asks for. */
  mailNetwork: { name: 'mail-network', hits: 5, windowSeconds: day },
  /** Mails to one address that networks ask for from which its owner has never logged in. */
  mailAddress: { name: 'mail-address', hits: 20, windowSeconds: day },
  /** Beyond those, a network's first mail of a day to an address goes out: strangers cannot use up its owner's. */
  mailAddressFirst: { name: 'mail-address-first', hits: 40, windowSeconds: day },
  /** Codes that come without the half, id or bearer that names what they are for. */
  codeClient: { name: 'code-client', hits: 60, windowSeconds: minutes(15) },
  /** Those that name it, for each half or account: the tries that count are fewer. */
  codeNamed: { name: 'code-named', hits: 20, windowSeconds: minutes(codeMinutes) },
  codeNetwork: { name: 'code-network', hits: 300, windowSeconds: minutes(15) },
  /** A brake over the whole site; whoever is waiting for a code goes on. */
  wrongCodes: { name: 'wrong-codes', hits: 500, windowSeconds: minutes(10) },
  /** That a network asked for a code, while the code lasts. */
  codeAsked: { name: 'code-asked', hits: 1, windowSeconds: minutes(codeMinutes) },
  /** Reset tokens that the server did not sign. */
  resetTokenClient: { name: 'reset-token-client', hits: 60, windowSeconds: minutes(15) },
  /** Uses of one that it did. */
  resetToken: { name: 'reset-token', hits: 20, windowSeconds: minutes(15) },
} as const satisfies Record<string, RateRule>;

/** Tries that cost nothing; each one beyond waits 1, 2, 4, ... and at most 30 seconds after the one before it. */
export const pace = {
  /** Of one password, from one line (an IPv4 address, a /56 of IPv6) or by one known device. */
  own: 5,
  /** Of one password, from one network (/24, /48). Lines with fewer than `unheld` tries do not wait for it. */
  network: 15,
  /** Of all passwords, from one line. */
  ownAny: 30,
  /** Of all passwords, from one network. */
  networkAny: 150,
  unheld: 2,
  unheldAny: 5,
  /** So many tries from lines that are not known make an account a pressed one: then each line has `pressedOwn`. */
  pressedAt: 15,
  pressedOwn: 1,
  longestSeconds: 30,
} as const;

/** Tries of one code. */
export const codeTries = {
  /** With the half, id or bearer that names it; likewise from the network, or line, that asked for it. */
  own: 5,
  /** From another network, each. */
  network: 5,
  /** From other networks together, so that what others try leaves the owner's. */
  strangers: 40,
} as const;
