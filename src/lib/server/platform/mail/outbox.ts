// Mail leaves by way of a table: it is written in the transaction of what it tells, so neither exists without the other,
// and a worker sends it, with retries, so a mail server that is down loses nothing.
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';
import { newId } from '../ids.ts';
import { MailError, type MailMessage, type MailTransport } from './message.ts';

const retry = { firstMs: 5_000, maxMs: 3_600_000, giveUpAfterMs: 3 * 86_400_000 };

/** A worker that dies while sending leaves its mail to the others after this long. */
const leaseMs = 120_000;

const pollMs = 5_000;

const lateMs = 5 * 60_000;
/** How long the recipient of a sent mail is kept: long enough to investigate one that did not arrive. */
const keptMs = 7 * 86_400_000;

export async function enqueueMail(trx: WriteDb, mail: MailMessage, now: number): Promise<void> {
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
      sent_at: null,
      failed_at: null,
    })
    .execute();
}

export interface OutboxOptions {
  db: Database;
  clock: Clock;
  transport: MailTransport;
  /** Told of every try that failed; `giveUp` when it was the last. */
  onFailure(failure: { id: string; tries: number; giveUp: boolean; error: unknown }): void;
}

export interface Outbox {
  /** Sends what is due; resolves when nothing more is. Calls that overlap share the work. */
  flush(): Promise<void>;
  /** Flushes without being waited for. */
  wake(): void;
  /** Looks for due mail from now on, at once after `flush` and every few seconds. */
  start(): void;
  /** Mails that are still to be sent, those of them that were written more than five minutes ago, and those that were given up. */
  count(): Promise<{ waiting: number; late: number; failed: number }>;
  /** Forgets mails that were sent, or given up, a week ago. */
  sweep(): Promise<void>;
  /** Finishes the mail in hand. */
  stop(): Promise<void>;
}

export function createOutbox({ db, clock, transport, onFailure }: OutboxOptions): Outbox {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopping = false;
  let again = false;

  /**
   * Takes a due mail by moving its time: no other worker finds it due meanwhile. The newest, for whose code somebody waits; in one
   * that waits since a mail server went away the code has run out.
   */
  async function claim() {
    const now = clock();
    return await db.write(async (trx) => {
      const due = trx
        .selectFrom('outbox')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('id', 'desc')
        .limit(1)
        // Another node that claims at this moment takes the next one, instead of waiting for this and finding nothing.
        .$if(db.engine.name === 'postgres', (query) => query.forUpdate().skipLocked());
      return await trx
        .updateTable('outbox')
        .set((eb) => ({ due_at: now + leaseMs, tries: eb('tries', '+', 1) }))
        .where('id', '=', due)
        .where('due_at', '<=', now)
        .returningAll()
        .executeTakeFirst();
    });
  }

  async function sendNext(): Promise<boolean> {
    const row = await claim();
    if (!row) return false;
    try {
      await transport.send({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        text: row.text,
        html: row.html,
      });
    } catch (error) {
      const permanent = error instanceof MailError && error.permanent;
      const giveUp = permanent || clock() - row.created_at > retry.giveUpAfterMs;
      const delay = Math.min(retry.maxMs, retry.firstMs * 2 ** (row.tries - 1));
      const last_error = error instanceof Error ? error.message : 'unknown';
      // The body is erased, as that of a sent mail, because it may hold a code.
      const next = giveUp ? { failed_at: clock(), text: '', html: '' } : { due_at: clock() + delay };
      await db.write((trx) =>
        trx
          .updateTable('outbox')
          .set({ last_error, ...next })
          .where('id', '=', row.id)
          .execute(),
      );
      onFailure({ id: row.id, tries: row.tries, giveUp, error });
      return true;
    }
    // The body may hold a code, which has no business in the database any more.
    await db.write((trx) =>
      trx
        .updateTable('outbox')
        .set({ sent_at: clock(), text: '', html: '', last_error: null })
        .where('id', '=', row.id)
        .execute(),
    );
    return true;
  }

  async function work(): Promise<void> {
    while (!stopping) {
      if (await sendNext()) continue;
      if (!again) return;
      again = false;
    }
  }

  const outbox: Outbox = {
    flush() {
      // Covers a mail that was added just after the last search found none.
      again = true;
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },
    wake() {
      outbox.flush().catch((error: unknown) => onFailure({ id: '', tries: 0, giveUp: false, error }));
    },
    start() {
      timer = setInterval(outbox.wake, pollMs);
      timer.unref();
      outbox.wake();
    },
    async count() {
      const row = await db.read
        .selectFrom('outbox')
        .select(({ fn, eb }) => [
          fn.countAll<number>().filterWhere('failed_at', 'is', null).as('waiting'),
          fn
            .countAll<number>()
            .filterWhere(eb.and([eb('failed_at', 'is', null), eb('created_at', '<', clock() - lateMs)]))
            .as('late'),
          fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
        ])
        .where('sent_at', 'is', null)
        .executeTakeFirstOrThrow();
      return row;
    },
    async sweep() {
      const before = clock() - keptMs;
      for (const column of ['sent_at', 'failed_at'] as const)
        await removeInBatches(db, async (trx, limit) => {
          const some = trx.selectFrom('outbox').select('id').where(column, '<=', before).limit(limit);
          return await trx.deleteFrom('outbox').where('id', 'in', some).executeTakeFirstOrThrow();
        });
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      // A failure was reported where the work was begun.
      await running?.catch(() => undefined);
      transport.close();
    },
  };
  return outbox;
}
