import { resendSeconds } from '../../shared/accounts.ts';
import type { RateRule } from '../platform/rate-limit.ts';

const minutes = (count: number) => count * 60;

/** How often, an address of a client ('…Client') or an account ('…Account'). An account's are keyed by its email. */
export const rateRules = {
  loginClient: { name: 'login-client', hits: 100, windowSeconds: minutes(15) },
  loginAccount: { name: 'login-account', hits: 15, windowSeconds: minutes(15) },
  mailClient: { name: 'mail-client', hits: 60, windowSeconds: minutes(60) },
  /** Codes and notices to one address. */
  mailAccount: { name: 'mail-account', hits: 1, windowSeconds: resendSeconds },
  codeClient: { name: 'code-client', hits: 60, windowSeconds: minutes(15) },
  codeAccount: { name: 'code-account', hits: 20, windowSeconds: minutes(15) },
  passwordAccount: { name: 'password-account', hits: 10, windowSeconds: minutes(15) },
} as const satisfies Record<string, RateRule>;
