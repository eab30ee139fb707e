import { resendSeconds } from '../../shared/accounts.ts';
import type { Client } from '../platform/client.ts';
import type { Quota, RateLimiter, RateRule } from '../platform/rate-limit.ts';
import { networkOf } from './signup-network.ts';

const minutes = (count: number) => count * 60;

/** How often, an address of a client ('…Client') or an account ('…Account'). An account's are keyed by its email. */
export const rateRules = {
  loginClient: { name: 'login-client', hits: 100, windowSeconds: minutes(15) },
  loginAccount: { name: 'login-account', hits: 15, windowSeconds: minutes(15) },
  signupClient: { name: 'signup-client', hits: 30, windowSeconds: minutes(60) },
  mailClient: { name: 'mail-client', hits: 60, windowSeconds: minutes(60) },
  /** Codes to one address; of a sign-up, those that one network asks for. */
  mailAccount: { name: 'mail-account', hits: 1, windowSeconds: resendSeconds },
  /** Mails of sign-ups to one address a day: these for each network that asks, and the others for all networks together. */
  signupMailNetwork: { name: 'signup-mail-network', hits: 3, windowSeconds: minutes(24 * 60) },
  signupMailAddress: { name: 'signup-mail-address', hits: 20, windowSeconds: minutes(24 * 60) },
  codeClient: { name: 'code-client', hits: 60, windowSeconds: minutes(15) },
  codeAccount: { name: 'code-account', hits: 20, windowSeconds: minutes(15) },
  passwordAccount: { name: 'password-account', hits: 10, windowSeconds: minutes(15) },
} as const satisfies Record<string, RateRule>;

export const quotas = {
  /** Beside `signupClient`, for those who hold many addresses. */
  signup: { network: { name: 'signup-network', burst: 100, everySeconds: 36 } },
} as const satisfies Record<string, Quota>;

/**
 * Counts a mail of a sign-up to an address that nobody has proved, whether the address has an account or not. Strangers who use up
 * what all share leave the owner the mails of the owner's own network.
 * @throws AppError 429
 */
export async function spendMail(limiter: RateLimiter, emailKey: string, client: Client): Promise<void> {
  if (await limiter.allows(rateRules.signupMailNetwork, `${emailKey} ${networkOf(client)}`)) return;
  await limiter.hit(rateRules.signupMailAddress, emailKey);
}
