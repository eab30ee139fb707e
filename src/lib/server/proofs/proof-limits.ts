// Limits beside the quota of checks. Threats: the developer of a Play listing who is flooded with codes, and staff who
// are flooded with claims.
import { proofRefusals } from '../../shared/schemas/proofs.ts';
import { AppError } from '../platform/errors.ts';
import type { RateRule } from '../platform/quotas/rate-limit.ts';
import type { ProofsContext } from './context.ts';

const day = 24 * 3600;

const rules = {
  /** Codes for one address that one account requests, and that all request. */
  codesOfAccount: { name: 'proof-codes-account', hits: 4, windowSeconds: day },
  codesOfAddress: { name: 'proof-codes-address', hits: 12, windowSeconds: day },
  /** Listings of others that one account claims. */
  claims: { name: 'proof-claims', hits: 5, windowSeconds: day },
} as const satisfies Record<string, RateRule>;

type Limited = Pick<ProofsContext, 'limiter'>;

async function count(
  { limiter }: Limited,
  counted: readonly (readonly [rule: RateRule, subject: string])[],
  sentence: string,
): Promise<void> {
  const seconds = await limiter.take(...counted);
  if (seconds !== null) throw new AppError(429, sentence, {}, seconds);
}

/** @param mark of the address of the developer. @throws AppError 429 */
export async function countCode(context: Limited, userId: string, mark: string): Promise<void> {
  const counted = [
    [rules.codesOfAccount, `${userId}:${mark}`],
    [rules.codesOfAddress, mark],
  ] as const;
  await count(context, counted, proofRefusals.codesOfDay);
}

/** @throws AppError 429 */
export async function countClaim(context: Limited, userId: string): Promise<void> {
  await count(context, [[rules.claims, userId]], proofRefusals.claimsOfDay);
}
