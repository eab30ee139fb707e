import { letterCodeMinutes, type NewLetter } from '../../shared/schemas/work/letters.ts';
import { messages } from '../../shared/text/messages.ts';
import { emailKey, findAccountByEmail, hashCode, newCode } from '../accounts/index.ts';
import { openLink, sealLink } from '../moderation/index.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import type { ConversationTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { transactionReader, unrecordedReader } from '../platform/reads/reader.ts';
import type { Client } from '../platform/security/client.ts';
import { findUser } from '../profiles/index.ts';
import { mailboxOf, refuseRestricted } from '../rules/index.ts';
import type { LettersContext } from './context.ts';
import { linksAllowed, refuseManyLinks, refuseNameOfSite } from './letter-links.ts';
import { codeTries, mayMailCode, refuseUnwanted } from './letter-limits.ts';
import { changeConversation, insertConversation, lockConversation } from './letter-writes.ts';
import { createLetterMails } from './mails.ts';
import { accountsOfGuest, partyOf, refuseRestrictedWriter, senderKeyOf } from './parties.ts';

const { letters } = messages;

/**
 * Stores a letter and mails a code to its sender. It is sent on when the code is entered. The answer is the same
 * whether the address is known or not.
 * @throws AppError 404 for somebody who takes no letters, 400 for more than one link or the name of this site,
 * 403 for a sender who may not write, 429
 */
export async function sendLetter(
  context: LettersContext,
  { to, name, email, message }: NewLetter & { to: string },
  client: Client,
): Promise<{ request: string }> {
  const { clock, db, limiter, secret, siteUrl } = context;
  await limiter.spend(quotas.letters, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'contact', email, address, accountId: null, now: clock() });
  const developer = await findUser(unrecordedReader(db), to);
  if (!developer?.work) throw new AppError(404, letters.notOpen);
  refuseNameOfSite(name);
  refuseManyLinks(message);
  const mailbox = mailboxOf(emailKey(email));
  const isMailed = await mayMailCode(context, mailbox, client);
  const [id, code, now] = [newId(), newCode(), clock()];
  await db.write(async (trx) => {
    await insertConversation(trx, {
      id,
      developer_id: developer.id,
      sender_id: null,
      sender_key: senderKeyOf(secret, email),
      name,
      email,
      state: 'pending-code',
      text: message,
      code_hash: hashCode(code, `letter:${id}`, secret),
      tries: 0,
      created_at: now,
      opened_at: null,
      last_at: now,
    });
    if (isMailed) await enqueueMail(trx, createLetterMails(siteUrl).code(email, code), now);
  });
  return { request: sealLink(secret, 'letter-code', id) };
}

/**
 * Sends a letter on with the mailed code. An address with an account counts as that account.
 * @throws AppError 400 for a wrong code, 403 for a sender who may not write, 404 for somebody who takes no letters any
 * more, 429
 */
export async function confirmLetter(
  context: LettersContext,
  { request, code }: { request: string; code: string },
  client: Client,
): Promise<void> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.letterCodes, { account: null, client });
  const id = openLink(secret, 'letter-code', request);
  if (id === null) throw new AppError(400, letters.noRequest);
  const now = clock();
  // A wrong try has to commit, or it would not count: so it is a result and not an error.
  const isSent = await db.write(async (trx) => {
    const row = await lockConversation(db.engine, trx, id);
    if (row?.state !== 'pending-code' || row.last_at <= now - letterCodeMinutes * 60_000) return false;
    if (row.tries >= codeTries) return false;
    if (row.code_hash !== hashCode(code, `letter:${id}`, secret)) {
      await changeConversation(trx, id, { tries: row.tries + 1 });
      return false;
    }
    await open(context, trx, row, client);
    return true;
  });
  if (!isSent) throw new AppError(400, letters.wrongCode, { code: letters.wrongCode });
}

async function open(
  { clock, db, secret, siteUrl }: LettersContext,
  trx: WriteDb,
  row: ConversationTable,
  client: Client,
): Promise<void> {
  const now = clock();
  const { email } = row;
  const accountIds = await accountsOfGuest(trx, email);
  if (!accountIds) throw new AppError(403, letters.unwanted);
  await refuseRestrictedWriter(trx, { email, accountIds }, client, now);
  const account = await findAccountByEmail(trx, email);
  const developer = await findUser(transactionReader(db, trx), row.developer_id);
  if (!developer?.work) throw new AppError(404, letters.notOpen);
  await refuseUnwanted(trx, row, now);
  await changeConversation(trx, row.id, {
    state: 'open',
    text: '',
    code_hash: null,
    opened_at: now,
    last_at: now,
    ...(account && { sender_id: account.id, email: '' }),
  });
  const to = await partyOf(readingIn(trx), row, 'developer');
  const text = linksAllowed(row.text, accountIds.length > 0);
  const token = sealLink(secret, 'letter-developer', row.id);
  const mail = { text, token, isToDeveloper: true };
  if (to) await enqueueMail(trx, createLetterMails(siteUrl).letter(to, row.name, mail), now);
}
