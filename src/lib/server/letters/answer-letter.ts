// Answers to letters, by the mailed link, without a login.
import type { Answer } from '../../shared/schemas/work/letters.ts';
import { messages } from '../../shared/text/messages.ts';
import { openLink, sealLink, type LinkPurpose } from '../moderation/index.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import type { ConversationTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import type { Client } from '../platform/security/client.ts';
import type { LettersContext } from './context.ts';
import { linksAllowed, refuseManyLinks } from './letter-links.ts';
import { letterRules } from './letter-limits.ts';
import { changeConversation, findConversation, lockConversation } from './letter-writes.ts';
import { createLetterMails } from './mails.ts';
import { partyOf, refuseRestrictedWriter, sides, type Side } from './parties.ts';

const purposes = { developer: 'letter-developer', sender: 'letter-sender' } as const satisfies Record<
  Side,
  LinkPurpose
>;

const { letters } = messages;
const unknown = () => new AppError(404, letters.noConversation);

function sideOf(secret: Uint8Array, token: string): { id: string; side: Side } {
  for (const side of sides) {
    const id = openLink(secret, purposes[side], token);
    if (id !== null) return { id, side };
  }
  throw unknown();
}

export interface Conversation {
  side: Side;
  /** The name of the other. */
  with: string;
  isOpen: boolean;
}

const isBegun = (row: ConversationTable | undefined): row is ConversationTable =>
  row !== undefined && row.state !== 'pending-code';

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
export async function viewConversation({ db, secret }: LettersContext, token: string): Promise<Conversation> {
  const { id, side } = sideOf(secret, token);
  const row = await findConversation(db.read, id);
  if (!isBegun(row)) throw unknown();
  const developer = side === 'sender' ? await partyOf(db.read, row, 'developer') : null;
  return {
    side,
    with: side === 'developer' ? row.name : (developer?.name ?? ''),
    isOpen: row.state === 'open',
  };
}

/**
 * Mails an answer to the other, or ends the conversation. Only the developer can report it.
 * @throws AppError 404 for a link that is not valid, 409 for a conversation that is over, 400 for more than one link,
 * 403 for a writer who may not write, 429
 */
export async function answerLetter(
  context: LettersContext,
  { token, ...answer }: Answer & { token: string },
  client: Client,
): Promise<void> {
  const { clock, db, limiter, secret, siteUrl } = context;
  await limiter.spend(quotas.letterAnswers, { account: null, client });
  const { id, side } = sideOf(secret, token);
  const isLetter = answer.action === 'send';
  if (isLetter) {
    refuseManyLinks(answer.message);
    const seconds = await limiter.take([letterRules.conversation, id]);
    if (seconds !== null) throw new AppError(429, letters.conversationFull, {}, seconds);
  }
  const now = clock();
  await db.write(async (trx) => {
    const row = await lockConversation(db.engine, trx, id);
    if (!isBegun(row)) throw unknown();
    if (row.state !== 'open') throw new AppError(409, letters.over);
    const mails = createLetterMails(siteUrl);
    const writer = await partyOf(readingIn(trx), row, side);
    if (!writer) throw unknown();
    if (!isLetter) {
      const isReport = answer.action === 'report' && side === 'developer';
      await changeConversation(trx, id, { state: isReport ? 'reported' : 'closed', last_at: now });
      if (isReport) await report(context, trx, row, client);
      return;
    }
    await refuseRestrictedWriter(trx, writer, client, now);
    const other: Side = side === 'developer' ? 'sender' : 'developer';
    const to = await partyOf(readingIn(trx), row, other);
    if (!to) throw new AppError(409, letters.over);
    const text = linksAllowed(answer.message, writer.accountIds.length > 0);
    const link = sealLink(secret, purposes[other], id);
    const from = side === 'developer' ? writer.name : row.name;
    await enqueueMail(
      trx,
      mails.letter(to, from, { text, token: link, isToDeveloper: other === 'developer' }),
      now,
    );
    await changeConversation(trx, id, { last_at: now });
  });
}

/** An account is a case of the desk. A sender without one is no subject of a case: the operator gets the address. */
async function report(
  { clock, operator, reports, siteUrl }: LettersContext,
  trx: WriteDb,
  row: ConversationTable,
  client: Client,
): Promise<void> {
  const { developer_id: reporterId, id, sender_id: senderId } = row;
  const letter = { conversationId: id, reporterId, client };
  if (senderId !== null && (await reports.reportLetter(trx, { ...letter, senderId }))) return;
  const email = row.email || (await partyOf(readingIn(trx), row, 'sender'))?.email;
  const named = email === undefined ? row.name : `${row.name} <${email}>`;
  const told = { id, developer: reporterId, sender: named };
  await enqueueMail(trx, createLetterMails(siteUrl).reported(operator.contactEmail, told), clock());
}
