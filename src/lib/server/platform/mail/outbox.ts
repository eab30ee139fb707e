// The outbox: a mail is a row, written in the transaction of what it reports, so that neither exists without the other.
// A worker sends it, with retries, so that no mail is lost while the mail server is down.
import { dayMs } from '../../../shared/text/days.ts';
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import { MailError, type MailTransport } from './message.ts';
import { retention } from '../retention.ts';
import { createWorker, type Worker } from '../worker.ts';
import { changeMail, claimMail, countMails, giveUpListMails, sweepMails } from './outbox-queries.ts';

export { enqueueMail } from './outbox-queries.ts';

const retry = { firstMs: 5_000, maxMs: 3_600_000, giveUpAfterMs: 3 * dayMs };

/** After this long another process may send the mail of one that died while sending. Milliseconds. */
const leaseMs = 120_000;

const lateMs = 5 * 60_000;

/** A try to send a mail, as the log names it. */
interface SentMail {
  id: string;
  tries: number;
  /** The request that caused the mail. */
  request: string | null;
}

export interface OutboxOptions {
  db: Database;
  clock: Clock;
  transport: MailTransport;
  /** Notes that a mail server has refused the address for good. */
  markRefused?(trx: WriteDb, email: string, now: number): Promise<void>;
  /** Called for every mail that was sent. */
  onSent?(sent: SentMail): void;
  /** Called for every try that failed; `giveUp` when it was the last. */
  onFailure(failure: SentMail & { giveUp: boolean; error: unknown }): void;
}

export interface Outbox extends Omit<Worker, 'isStopping'> {
  /**
   * Counts mails that are still to be sent (`waiting`), those among them that are older than five minutes (`late`), and
   * those that were given up (`failed`).
   */
  count(): Promise<{ waiting: number; late: number; failed: number }>;
  /** Removes mails that were sent, or given up, a week ago. */
  sweep(): Promise<void>;
}

export function createOutbox({
  db,
  clock,
  transport,
  markRefused,
  onSent,
  onFailure,
}: OutboxOptions): Outbox {
  async function sendNext(): Promise<boolean> {
    const row = await claimMail(db, { now: clock(), until: clock() + leaseMs });
    if (!row) return false;
    const told: SentMail = { id: row.id, tries: row.tries, request: row.request_id };
    try {
      await transport.send({
        id: row.id,
        requestId: row.request_id,
        to: row.recipient,
        subject: row.subject,
        text: row.text,
        html: row.html,
        ...(row.unsubscribe_url !== null && { unsubscribeUrl: row.unsubscribe_url }),
      });
    } catch (error) {
      const refusal = error instanceof MailError ? error.refusal : null;
      const giveUp = refusal !== null || clock() - row.created_at > retry.giveUpAfterMs;
      const delay = Math.min(retry.maxMs, retry.firstMs * 2 ** (row.tries - 1));
      const last_error = error instanceof Error ? error.message : 'unknown';
      // Erases the body, as that of a sent mail, because it may hold a code.
      const next = giveUp ? { failed_at: clock(), text: '', html: '' } : { due_at: clock() + delay };
      await db.write(async (trx) => {
        await changeMail(trx, row.id, { last_error, ...next });
        if (refusal !== 'address') return;
        await markRefused?.(trx, row.recipient, clock());
        await giveUpListMails(trx, row.recipient, clock());
      });
      onFailure({ ...told, giveUp, error });
      return true;
    }
    // The body may hold a code, which must not stay in the database.
    const sent = { sent_at: clock(), text: '', html: '', last_error: null };
    await db.write((trx) => changeMail(trx, row.id, sent));
    onSent?.(told);
    return true;
  }

  const { flush, wake, start, stop } = createWorker(sendNext, (error) =>
    onFailure({ id: '', tries: 0, request: null, giveUp: false, error }),
  );
  return {
    flush,
    wake,
    start,
    count: () => countMails(db.read, clock() - lateMs),
    sweep: () => sweepMails(db, clock() - retention.mails),
    async stop() {
      await stop();
      transport.close();
    },
  };
}
