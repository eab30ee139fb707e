// Limits of letters. Threats: a mailbox that is flooded with codes, a developer who is flooded with letters, and one
// sender who writes to everybody. Quotas by address and network are in platform/quotas/quotas.ts.
import { messages } from '../../shared/text/messages.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { ConversationTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { RateRule } from '../platform/quotas/rate-limit.ts';
import { widestNetworkOf, type Client } from '../platform/security/client.ts';
import type { LettersContext } from './context.ts';
import { countBegun, findEndings } from './letter-writes.ts';

const day = 24 * 3600;

export const letterRules = {
  /** Codes for one mailbox that one network requests. The network is told. */
  mailNetwork: { name: 'letter-mail-network', hits: 5, windowSeconds: day },
  /** Codes for one mailbox that all networks request. Nobody is told, because it would tell who writes. */
  mailAddress: { name: 'letter-mail-address', hits: 10, windowSeconds: day },
  /** Letters of one conversation. */
  conversation: { name: 'letter-conversation', hits: 20, windowSeconds: day },
} as const satisfies Record<string, RateRule>;

/** Tries of one code. */
export const codeTries = 5;

/** Conversations that are begun within a day with one developer, and by one sender. */
const dailyBegun = { developer: 10, sender: 5 } as const;

/** Developers whose reports end a sender's letters to everybody. */
const reportsThatEnd = 2;

/**
 * Counts a code that is requested for a mailbox.
 * @returns whether it may be mailed. The client must not learn it
 * @throws AppError 429 when its own network has requested too many
 */
export async function mayMailCode(
  { limiter }: Pick<LettersContext, 'limiter'>,
  mailbox: string,
  client: Client,
): Promise<boolean> {
  const ofNetwork = `${mailbox}:${widestNetworkOf(client)}`;
  const seconds = await limiter.take([letterRules.mailNetwork, ofNetwork]);
  if (seconds !== null) throw new AppError(429, messages.letters.mailsOfDay, {}, seconds);
  return (await limiter.take([letterRules.mailAddress, mailbox])) === null;
}

/**
 * Letters that come at once may pass by one or two, because the account is not locked.
 * @throws AppError 429 for too many conversations of a day, 403 for a sender whom this developer or others sent away
 */
export async function refuseUnwanted(
  trx: WriteDb,
  { developer_id, sender_key }: ConversationTable,
  now: number,
): Promise<void> {
  const since = now - day * 1_000;
  const { letters } = messages;
  if ((await countBegun(trx, 'developer_id', { value: developer_id, since })) >= dailyBegun.developer)
    throw new AppError(429, letters.developerFull, {}, day);
  if ((await countBegun(trx, 'sender_key', { value: sender_key, since })) >= dailyBegun.sender)
    throw new AppError(429, letters.senderFull, {}, day);
  const endings = await findEndings(trx, sender_key);
  const reported = new Set(
    endings.filter(({ state }) => state === 'reported').map((row) => row.developer_id),
  );
  if (reported.size >= reportsThatEnd || endings.some((row) => row.developer_id === developer_id))
    throw new AppError(403, letters.unwanted);
}
