// The outbox: a mail is a row, written in the transaction of what it reports, so that neither exists without the other.
// A worker sends it, with retries, so that no mail is lost while the mail server is down.
import { sql } from 'kysely';
import { dayMs } from '../../../shared/text/days.ts';
import type { Base } from '../base.ts';
import { noteChanged } from '../db/after-commit.ts';
import type { WriteDb } from '../db/database.ts';
import { claimDue, removeUntil } from '../db/statements.ts';
import type { Row } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { dataKey } from '../reads/data-keys.ts';
import { currentRequestId } from '../request-id.ts';
import { retention } from '../retention.ts';
import { createWorker } from '../worker.ts';
import { refusalOf, type MailMessage, type MailTransport } from './message.ts';

/** @param onceKey of a mail that must not be written twice: where one with the same key was written, nothing happens */
export async function enqueueMail(
  trx: WriteDb,
  { to: recipient, unsubscribeUrl, ...texts }: MailMessage,
  now: number,
  onceKey: string | null = null,
): Promise<void> {
  noteChanged(dataKey.outbox);
  await trx
    .insertInto('outbox')
    .values({
      id: newId(),
      ...{ recipient, ...texts },
      unsubscribe_url: unsubscribeUrl ?? null,
      created_at: now,
      due_at: now,
      request_id: currentRequestId(),
      once_key: onceKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMailsTo(trx: WriteDb, recipient: string): Promise<void> {
  await trx.deleteFrom('outbox').where('recipient', '=', recipient).execute();
}

const retry = { firstMs: 5_000, maxMs: 3_600_000, giveUpAfterMs: 3 * dayMs };

/** After this long another process may send the mail of one that died while sending. Milliseconds. */
const leaseMs = 120_000;

const lateMs = 5 * 60_000;

const notYet = 'A mail could not be sent yet';

interface Options extends Omit<Base, 'secret'> {
  transport: MailTransport;
  /** Notes that a mail server has refused the address for good. */
  markRefused(trx: WriteDb, email: string, now: number): Promise<void>;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ db, clock, transport, markRefused, log }: Options) {
  const change = async (trx: WriteDb, id: string, columns: Partial<Row<'outbox'>>): Promise<void> =>
    void (await trx.updateTable('outbox').set(columns).where('id', '=', id).execute());

  async function sendNext(): Promise<boolean> {
    const now = clock();
    const row = await claimDue(db, 'outbox', {
      now,
      until: now + leaseMs,
      set: sql`, tries = tries + 1`,
      where: sql`sent_at is null and failed_at is null`,
      // The newest, because somebody waits for its code; after an outage the codes in old mails have expired.
      order: sql`id desc`,
    });
    if (!row) return false;
    // A line names the mail and the request that caused it, but no address.
    const told = { id: row.id, tries: row.tries, request: row.request_id };
    try {
      await transport.send(row);
    } catch (error) {
      const refusal = refusalOf(error);
      const giveUp = refusal !== null || clock() - row.created_at > retry.giveUpAfterMs;
      const delay = Math.min(retry.maxMs, retry.firstMs * 2 ** (row.tries - 1));
      const last_error = error instanceof Error ? error.message : 'unknown';
      // Erases the body, as that of a sent mail, because it may hold a code.
      const next = giveUp ? { failed_at: clock(), text: '', html: '' } : { due_at: clock() + delay };
      await db.write(async (trx) => {
        await change(trx, row.id, { last_error, ...next });
        if (refusal !== 'address') return;
        await markRefused(trx, row.recipient, clock());
        // The other mails of lists to the address would be refused as well.
        await trx
          .updateTable('outbox')
          .set({ failed_at: clock(), text: '', html: '' })
          .where('recipient', '=', row.recipient)
          .where('unsubscribe_url', 'is not', null)
          .where('sent_at', 'is', null)
          .where('failed_at', 'is', null)
          .execute();
      });
      if (giveUp) log?.error('A mail was given up', { ...told, error });
      else log?.warn(notYet, { ...told, error });
      return true;
    }
    // The body may hold a code, which must not stay in the database.
    const sent = { sent_at: clock(), text: '', html: '', last_error: null };
    await db.write((trx) => change(trx, row.id, sent));
    log?.info('A mail was sent', told);
    return true;
  }

  const { flush, wake, start, stop } = createWorker(sendNext, (error) => log?.warn(notYet, { error }));
  return {
    flush,
    wake,
    start,
    /**
     * Counts mails that are still to be sent (`waiting`), those among them that are older than five minutes (`late`),
     * and those that were given up (`failed`).
     */
    count: async (): Promise<{ waiting: number; late: number; failed: number }> =>
      await db.read
        .selectFrom('outbox')
        .select(({ fn }) => [
          fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
          fn
            .countAll<number>()
            .filterWhere('failed_at', 'is', null)
            .filterWhere('created_at', '<', clock() - lateMs)
            .as('late'),
          fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
        ])
        .where('sent_at', 'is', null)
        .executeTakeFirstOrThrow(),
    /** Removes mails that were sent, or given up, a week ago. */
    async sweep(): Promise<void> {
      for (const column of ['sent_at', 'failed_at'] as const)
        await removeUntil(db, { table: 'outbox', key: 'id', column }, clock() - retention.mails);
    },
    async stop(): Promise<void> {
      await stop();
      transport.close();
    },
  };
}
