// Limits of reports. Threats: a mailbox that is flooded with codes, codes that are guessed, and a directory of
// complaints that fills the desk. Quotas by account, address and network are in platform/quotas/quotas.ts.
import { reportMessages } from '../../../shared/text/report-messages.ts';
import { AppError } from '../../platform/errors.ts';
import type { RateRule } from '../../platform/quotas/rate-limit.ts';
import { widestNetworkOf, type Client } from '../../platform/security/client.ts';
import type { ReportsContext } from './context.ts';

const day = 24 * 3600;

export const reportRules = {
  /** Codes for one mailbox that one network requests. The network is told. */
  mailNetwork: { name: 'report-mail-network', hits: 5, windowSeconds: day },
  /** Codes for one mailbox that all networks request. Nobody is told, because it would tell who reports. */
  mailAddress: { name: 'report-mail-address', hits: 10, windowSeconds: day },
} as const satisfies Record<string, RateRule>;

/** Tries of one code. */
export const codeTries = 5;

/**
 * Counts a code that is requested for a mailbox.
 * @returns whether it may be mailed. The client must not learn it
 * @throws AppError 429 when its own network has requested too many
 */
export async function mayMailCode(
  { limiter }: Pick<ReportsContext, 'limiter'>,
  mailbox: string,
  client: Client,
): Promise<boolean> {
  const ofNetwork = `${mailbox}:${widestNetworkOf(client)}`;
  const seconds = await limiter.take([reportRules.mailNetwork, ofNetwork]);
  if (seconds !== null) throw new AppError(429, reportMessages.mailsOfDay, {}, seconds);
  return (await limiter.take([reportRules.mailAddress, mailbox])) === null;
}
