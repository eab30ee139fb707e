// Limits of codes that a guest has mailed to an address. Threats: a mailbox that is flooded with codes, and an answer
// that tells who uses the site.
import { AppError } from '../errors.ts';
import { type Client, widestNetworkOf } from '../security/client.ts';
import { within, type RateLimiter } from './rate-limit.ts';

const day = 24 * 3600;

/**
 * Counts a code that is requested for a mailbox.
 * @returns whether it may be mailed. The client must not learn it
 * @throws AppError 429 when its own network has requested too many for the mailbox
 */
export async function mayMailCode(
  limiter: RateLimiter,
  {
    client,
    mailbox,
    tooMany,
    use,
  }: { client: Client; mailbox: string; tooMany: string; use: 'letter' | 'report' },
): Promise<boolean> {
  const ofNetwork = within(`${use}-mail-network`, 5, day);
  const seconds = await limiter.take([ofNetwork, `${mailbox}:${widestNetworkOf(client)}`]);
  if (seconds !== null) throw new AppError(429, tooMany, {}, seconds);
  // Of all networks. Nobody is told, because it would tell who reports or writes.
  const ofAddress = within(`${use}-mail-address`, 10, day);
  return (await limiter.take([ofAddress, mailbox])) === null;
}
