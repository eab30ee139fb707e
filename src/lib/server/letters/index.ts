// Letters to developers who are open to work, mailed on without showing either address (docs/decisions/036-letters.md).
// Letters of a conversation: the first one, which a mailed code confirms, and answers by the mailed link, without a
// login. Threats: a mailbox that is flooded with codes, a developer who is flooded with letters, and one sender who
// writes to everybody. Quotas by address and network are in platform/quotas/quotas.ts.
// A stranger has this site mail somebody a text or links: so an unconfirmed address is mailed a code and nothing that
// was typed, texts hold one link at most and none of a sender without an account, no subject holds what somebody typed,
// and no mail holds the address of the other.
import { type ExpressionBuilder, sql } from 'kysely';
import { deskUrls } from '../../shared/addresses/desk-urls.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import { fullName } from '../../shared/schemas/users.ts';
import {
  type Answer,
  conversationDays,
  letterCodeMinutes,
  type NewLetter,
} from '../../shared/schemas/letters.ts';
import { dayMs } from '../../shared/text/days.ts';
import { countLinks, withoutLinks } from '../../shared/text/visible-text.ts';
import { messages } from '../../shared/text/messages.ts';
import { guestCode, tryCode } from '../accounts/codes.ts';
import { composeMail, composeToAddress } from '../accounts/mails.ts';
import { markOfClient } from '../accounts/tokens.ts';
import { emailKey, findAccount, findAccountByEmail, findAccountsOfMailbox } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { reportLetter } from '../moderation/reports.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { Row, Schema } from '../platform/db/schema.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { within } from '../platform/quotas/rate-limit.ts';
import { transactionReader } from '../platform/reads/reader.ts';
import type { Client } from '../platform/security/client.ts';
import { openLink, sealLink } from '../platform/security/mailed-links.ts';
import { findUser } from '../profiles/index.ts';
import { mailboxOf, passesForSite, refuseRestricted } from '../rules/index.ts';

export const letters = {
  actions: {
    ...{ sendLetter, confirmLetter, viewConversation, answerLetter },
    /** Removes letters whose code was not entered in time, and conversations that have rested long. */
    async sweep({ clock, db }: Context): Promise<void> {
      const rested = { table: 'conversations', key: 'id', column: 'last_at' } as const;
      const isWaiting = sql`state = 'pending-code'`;
      await removeUntil(db, rested, clock() - letterCodeMinutes * 60_000, isWaiting);
      await removeUntil(db, rested, clock() - conversationDays * dayMs, sql`not ${isWaiting}`);
    },
  },
};

const texts = messages.letters;

/** Conversations that are begun within a day with one developer, and by one sender. */
const dailyBegun = { developer_id: 10, sender_key: 5 } as const;

const lettersOfDay = within('letter-conversation', 20, 24 * 3600);

/** Developers whose reports end a sender's letters to everybody. */
const reportsThatEnd = 2;

/** Links in a letter. Threat: letters that only carry links. */
const mostLinks = 1;

const purposes = { developer: 'letter-developer', sender: 'letter-sender' } as const;

type Side = keyof typeof purposes;

interface Participant {
  email: string;
  /** How the other one sees the person. */
  name: string;
  /** The own account, or those of a guest's mailbox. */
  accountIds: string[];
}

/** Keyed hash of the mailbox of an address. */
const senderKeyOf = (secret: Uint8Array, email: string): string =>
  markOfClient(mailboxOf(emailKey(email)), 'letter', secret);

/** null for somebody who cannot be mailed any more. */
async function partyOf(
  trx: WriteDb,
  { developer_id, email, name, sender_id }: Row<'conversations'>,
  side: Side,
): Promise<Participant | null> {
  const id = side === 'developer' ? developer_id : sender_id;
  if (id === null) {
    // A guest must not get round what an account of the mailbox may not do.
    const accounts = email === '' ? [] : await findAccountsOfMailbox(trx, email);
    const isOut = email === '' || accounts.some(({ banned_at }) => banned_at !== null);
    return isOut ? null : { email, name, accountIds: accounts.map((account) => account.id) };
  }
  const account = await findAccount(trx, id);
  if (!account || account.banned_at !== null) return null;
  return { email: account.email, name: side === 'developer' ? fullName(account) : name, accountIds: [id] };
}

/** @throws AppError 403 for a writer who is restricted by address, network or account */
async function refuseRestrictedWriter(
  trx: WriteDb,
  { email, accountIds }: Participant,
  { address }: Client,
  now: number,
): Promise<void> {
  for (const accountId of accountIds.length === 0 ? [null] : accountIds)
    await refuseRestricted(trx, { action: 'contact', email, address, accountId, now });
}

function refuseManyLinks(text: string): void {
  if (countLinks(text) > mostLinks) throw fieldError('message', 'A message can have one link at most.');
}

/** Locked against other writers until the transaction ends. */
async function lockConversation(trx: WriteDb, id: string): Promise<Row<'conversations'> | undefined> {
  const conversation = trx.selectFrom('conversations').selectAll().where('id', '=', id);
  return await conversation.forUpdate().executeTakeFirst();
}

const changing = (trx: WriteDb, id: string) => trx.updateTable('conversations').where('id', '=', id);

/**
 * Stores a letter and mails a code to its sender. It is sent on when the code is entered. The answer is the same
 * whether the address is known or not.
 */
async function sendLetter(
  context: Context,
  { to, name, email, message }: NewLetter & { to: string },
  client: Client,
): Promise<{ request: string }> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.letters, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'contact', email, address, accountId: null, now: clock() });
  const developer = await findUser(context, to);
  if (!developer?.work) throw new AppError(404, texts.notOpen);
  // Threat: a stranger who writes as this site, in a mail that it sends.
  if (passesForSite(name)) throw fieldError('name', 'This is the name of this site. Enter your own.');
  refuseManyLinks(message);
  const { code_hash, id, mail, request } = await guestCode(context, {
    ...{ client, email, use: 'letter', wish: 'write to a developer' },
    minutes: letterCodeMinutes,
    says: 'Too many codes were requested for this address today.',
  });
  const now = clock();
  const row = {
    ...{ id, name, email, code_hash, text: message },
    state: 'pending-code',
    developer_id: developer.id,
    sender_key: senderKeyOf(secret, email),
    created_at: now,
    last_at: now,
  } as const;
  await db.write(async (trx) => {
    await trx.insertInto('conversations').values(row).execute();
    if (mail) await enqueueMail(trx, mail, now);
  });
  return { request };
}

/** Sends a letter on with the mailed code. An address with an account counts as that account. */
async function confirmLetter(
  context: Context,
  { request, code }: { request: string; code: string },
  client: Client,
): Promise<void> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.mailedCodes, { account: null, client });
  const id = openLink(secret, 'letter-code', request);
  if (id === null) throw new AppError(400, texts.noRequest);
  // A wrong try has to commit, or it would not count: so it is a result and not an error.
  const isSent = await db.write(async (trx) => {
    const row = await lockConversation(trx, id);
    const since = clock() - letterCodeMinutes * 60_000;
    if (row?.state !== 'pending-code' || row.last_at <= since) return false;
    const entered = { code, hash: row.code_hash ?? '', purpose: `letter:${id}` };
    if ((await tryCode(context, trx, entered)) !== 'right') return false;
    const now = clock();
    const writer = await partyOf(trx, row, 'sender');
    if (!writer) throw new AppError(403, texts.unwanted);
    await refuseRestrictedWriter(trx, writer, client, now);
    const account = await findAccountByEmail(trx, row.email);
    const developer = await findUser(transactionReader(db, trx), row.developer_id);
    if (!developer?.work) throw new AppError(404, texts.notOpen);
    await refuseUnwanted(trx, row, now);
    const opened = { state: 'open', text: '', code_hash: null, opened_at: now, last_at: now } as const;
    const ofAccount = account && { sender_id: account.id, email: '' };
    const change = changing(trx, id).set({ ...opened, ...ofAccount });
    await change.execute();
    await sendOn(context, trx, row, { to: 'developer', text: row.text, writer });
    return true;
  });
  if (!isSent) throw fieldError('code', texts.wrongCode);
}

/** Mails a text to a side of a conversation. @returns whether there is anybody to read it */
async function sendOn(
  { clock, secret, siteUrl }: Context,
  trx: WriteDb,
  row: Row<'conversations'>,
  { text, to, writer }: { text: string; to: Side; writer: Participant },
): Promise<boolean> {
  const reader = await partyOf(trx, row, to);
  if (!reader) return false;
  // A writer without an account may send no link at all.
  const parts = text.split(/\n\s*\n/u).flatMap((part) => part.trim() || []);
  const mail = composeMail(
    { email: reader.email, firstname: reader.name },
    {
      subject: 'you have a message',
      body: [
        `${withoutLinks(writer.name)} writes to you through ${brand.name}:`,
        ...(writer.accountIds.length > 0 ? parts : parts.map(withoutLinks)),
        'Answer here, without a login; do not reply to this mail. Neither of you sees the address of the other:',
        { link: siteUrl + urls.letter(sealLink(secret, purposes[to], row.id)) },
        // Only the developer can.
        `You can also end the conversation there${to === 'developer' ? ', and report it' : ''}.`,
      ],
    },
  );
  await enqueueMail(trx, mail, clock());
  return true;
}

/** Letters that come at once may pass by one or two, because the account is not locked. */
async function refuseUnwanted(trx: WriteDb, row: Row<'conversations'>, now: number): Promise<void> {
  const { developer_id, sender_key } = row;
  for (const by of ['developer_id', 'sender_key'] as const) {
    const begun = trx.selectFrom('conversations').select('id').where(by, '=', row[by]);
    const today = begun.where('opened_at', '>', now - dayMs).limit(dailyBegun[by]);
    const sentence = by === 'developer_id' ? texts.developerFull : texts.senderFull;
    if ((await today.execute()).length >= dailyBegun[by])
      throw new AppError(429, sentence, {}, dayMs / 1_000);
  }
  const endings = await trx
    .selectFrom('conversations')
    .select(['developer_id', 'state'])
    .where('sender_key', '=', sender_key)
    .where('state', 'in', ['closed', 'reported'])
    .execute();
  const reported = endings.filter(({ state }) => state === 'reported').map((ended) => ended.developer_id);
  const isEndedByThis = endings.some((ended) => ended.developer_id === developer_id);
  if (isEndedByThis || new Set(reported).size >= reportsThatEnd) throw new AppError(403, texts.unwanted);
}

const unknown = () => new AppError(404, texts.noConversation);

function sideOf(secret: Uint8Array, token: string): { id: string; side: Side } {
  for (const side of ['developer', 'sender'] as const) {
    const id = openLink(secret, purposes[side], token);
    if (id !== null) return { id, side };
  }
  throw unknown();
}

/** What the holder of a mailed link sees. @throws AppError 404 for a link that is not valid */
async function viewConversation({ db, secret }: Context, token: string) {
  const { id, side } = sideOf(secret, token);
  const row = await db.read.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.state === 'pending-code') throw unknown();
  const developer = side === 'sender' ? await findAccount(db.read, row.developer_id) : undefined;
  const isThere = developer && developer.banned_at === null;
  return {
    side,
    with: side === 'developer' ? row.name : isThere ? fullName(developer) : '',
    isOpen: row.state === 'open',
  };
}

/** Mails an answer to the other, or ends the conversation. Only the developer can report it. */
async function answerLetter(
  context: Context,
  { token, ...answer }: Answer & { token: string },
  client: Client,
): Promise<void> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.mailedLinks, { account: null, client });
  const { id, side } = sideOf(secret, token);
  if (answer.action === 'send') {
    refuseManyLinks(answer.message);
    const seconds = await limiter.take([lettersOfDay, id]);
    if (seconds !== null) throw new AppError(429, texts.conversationFull, {}, seconds);
  }
  const now = clock();
  await db.write(async (trx) => {
    const row = await lockConversation(trx, id);
    if (!row || row.state === 'pending-code') throw unknown();
    if (row.state !== 'open') throw new AppError(409, texts.over);
    const writer = await partyOf(trx, row, side);
    if (!writer) throw unknown();
    if (answer.action !== 'send') {
      const isReport = answer.action === 'report' && side === 'developer';
      const state = isReport ? 'reported' : 'closed';
      await changing(trx, id).set({ state, last_at: now }).execute();
      if (isReport) await report(context, trx, row);
      return;
    }
    await refuseRestrictedWriter(trx, writer, client, now);
    const to = side === 'developer' ? 'sender' : 'developer';
    if (!(await sendOn(context, trx, row, { to, text: answer.message, writer })))
      throw new AppError(409, texts.over);
    await changing(trx, id).set({ last_at: now }).execute();
  });
}

/** An account is a case of the desk. A sender without one is no subject of a case: the operator gets the address. */
async function report(context: Context, trx: WriteDb, row: Row<'conversations'>): Promise<void> {
  const { clock, operator, siteUrl } = context;
  const { developer_id: developer, id, sender_id: senderId } = row;
  const letter = { conversationId: id, reporterId: developer };
  if (senderId !== null && (await reportLetter(context, trx, { ...letter, senderId }))) return;
  const email = row.email || (await partyOf(trx, row, 'sender'))?.email;
  const sender = email === undefined ? row.name : `${row.name} <${email}>`;
  const mail = composeToAddress(operator.contactEmail, {
    subject: 'a message to a developer was reported',
    body: [
      `the developer ${developer} has reported a conversation with ${sender}. It is over, and its texts are not kept: the developer has them as mails.`,
      `Number of the conversation: ${id}. Restrict the address at the desk ('contact') to stop further messages from it.`,
      { link: siteUrl + deskUrls.part('queue') },
    ],
  });
  await enqueueMail(trx, mail, clock());
}

/**
 * The conversations that an account began; with those of its mailbox without it. @param email '' where it is unproven
 */
export const begunBy =
  (secret: Uint8Array, { id, email }: { id: string; email: string }) =>
  ({ and, eb, or }: ExpressionBuilder<Schema, 'conversations'>) => {
    if (email === '') return eb('sender_id', '=', id);
    // An erased row has no address.
    const ofGuest = and([eb('sender_id', 'is', null), eb('email', '!=', '')]);
    return or([eb('sender_id', '=', id), and([eb('sender_key', '=', senderKeyOf(secret, email)), ofGuest])]);
  };

/**
 * Ends the conversations that an account began, and erases the person in them. The rows stay, because they say which
 * developers have sent the mailbox away, and how many conversations it has begun today. Letters that wait for their
 * code are removed.
 */
export async function endLetters(
  { secret }: Context,
  trx: WriteDb,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const isBegun = begunBy(secret, { id, email });
  await trx.deleteFrom('conversations').where(isBegun).where('state', '=', 'pending-code').execute();
  const begun = trx.updateTable('conversations').where(isBegun);
  await begun.set({ state: 'closed' }).where('state', '=', 'open').execute();
  await begun.set({ sender_id: null, name: '', email: '' }).execute();
}
