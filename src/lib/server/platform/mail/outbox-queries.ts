import { noteWork } from '../db/after-commit.ts';
import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';
import type { OutboxTable } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { currentRequestId } from '../request-id.ts';
import type { MailMessage } from './message.ts';

/** @param onceKey of a mail that must not be written twice: where one with the same key was written, nothing happens */
export async function enqueueMail(
  trx: WriteDb,
  mail: MailMessage,
  now: number,
  onceKey: string | null = null,
): Promise<void> {
  noteWork('mails');
  await trx
    .insertInto('outbox')
    .values({
      id: newId(),
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: now,
      due_at: now,
      tries: 0,
      last_error: null,
      request_id: currentRequestId(),
      once_key: onceKey,
      unsubscribe_url: mail.unsubscribeUrl ?? null,
      sent_at: null,
      failed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Claims a due mail by moving its due time, so that no other worker finds it due. Takes the newest, because somebody
 * waits for its code; after an outage of the mail server the codes in old mails have expired.
 */
export async function claimMail(
  { engine, write }: Pick<Database, 'engine' | 'write'>,
  { now, until }: { now: number; until: number },
): Promise<OutboxTable | undefined> {
  return await write(async (trx) => {
    const due = trx
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('due_at', '<=', now)
      .orderBy('id', 'desc')
      .limit(1)
      // A node that claims at the same moment takes the next one.
      .$if(engine.name === 'postgres', (query) => query.forUpdate().skipLocked());
    return await trx
      .updateTable('outbox')
      .set((eb) => ({ due_at: until, tries: eb('tries', '+', 1) }))
      .where('id', '=', due)
      .where('due_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Gives up the waiting mails of lists to an address that a mail server has refused for good. */
export async function giveUpListMails(trx: WriteDb, recipient: string, now: number): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ failed_at: now, text: '', html: '' })
    .where('recipient', '=', recipient)
    .where('unsubscribe_url', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute();
}

export async function changeMail(trx: WriteDb, id: string, columns: Partial<OutboxTable>): Promise<void> {
  await trx.updateTable('outbox').set(columns).where('id', '=', id).execute();
}

/** @param lateBefore mails written before this are late; milliseconds since 1970 */
export async function countMails(
  db: ReadDb,
  lateBefore: number,
): Promise<{ waiting: number; late: number; failed: number }> {
  return await db
    .selectFrom('outbox')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb('failed_at', 'is', null), eb('created_at', '<', lateBefore)]))
        .as('late'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function removeMailsTo(trx: WriteDb, recipient: string): Promise<void> {
  await trx.deleteFrom('outbox').where('recipient', '=', recipient).execute();
}

/** Removes mails that were sent or given up before `before`. */
export async function sweepMails(db: Pick<Database, 'write'>, before: number): Promise<void> {
  for (const column of ['sent_at', 'failed_at'] as const)
    await removeInBatches(db, async (trx, limit) => {
      const some = trx.selectFrom('outbox').select('id').where(column, '<=', before).limit(limit);
      return await trx.deleteFrom('outbox').where('id', 'in', some).executeTakeFirstOrThrow();
    });
}
