// Mail leaves by way of a table: it is written in the transaction of what it tells, so neither exists without the
// other, and a worker sends it, with retries, so a mail server that is down loses nothing.
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { MailError, type MailTransport } from './message.ts';
import { changeMail, claimMail, countMails, sweepMails } from './outbox-queries.ts';

export { enqueueMail } from './outbox-queries.ts';

const retry = { firstMs: 5_000, maxMs: 3_600_000, giveUpAfterMs: 3 * 86_400_000 };

/** A worker that dies while sending leaves its mail to the others after this long. */
const leaseMs = 120_000;

const pollMs = 5_000;

const lateMs = 5 * 60_000;
/** How long the recipient of a sent mail is kept: long enough to investigate one that did not arrive. */
const keptMs = 7 * 86_400_000;

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
  /**
   * Mails that are still to be sent, those of them that were written more than five minutes ago, and those that were
   * given up.
   */
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

  async function sendNext(): Promise<boolean> {
    const row = await claimMail(db, { now: clock(), until: clock() + leaseMs });
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
      await db.write((trx) => changeMail(trx, row.id, { last_error, ...next }));
      onFailure({ id: row.id, tries: row.tries, giveUp, error });
      return true;
    }
    // The body may hold a code, which has no business in the database any more.
    const sent = { sent_at: clock(), text: '', html: '', last_error: null };
    await db.write((trx) => changeMail(trx, row.id, sent));
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
    count: () => countMails(db.read, clock() - lateMs),
    sweep: () => sweepMails(db, clock() - keptMs),
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
