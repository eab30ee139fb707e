// Who did what to which account: a table that only grows (triggers refuse changes), and a line in the log. Threat: somebody who
// got in, or a dispute about it, must leave a trail; and the trail must not become a list of people. So it holds ids and
// keyed hashes of addresses, never an email, a password, a code or a token.
import { createHmac } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Database, WriteDb } from './db/database.ts';
import { newId } from './ids.ts';
import type { Logger } from './log.ts';

export type AuditEvent =
  | 'account.created'
  /** Somebody signed up with the address of an account that there is. */
  | 'account.create-repeated'
  | 'account.verified'
  | 'account.exported'
  | 'account.deleted'
  /** The password that an export or a deletion asks for was wrong. */
  | 'account.confirm-refused'
  | 'code.sent'
  | 'code.refused'
  | 'login.succeeded'
  | 'login.refused'
  | 'logout'
  | 'password.changed'
  | 'password.change-refused'
  | 'password.reset-begun'
  | 'password.reset'
  | 'password.reset-refused'
  /** A refresh token was used again after its time: its whole session ended. */
  | 'session.reuse-ended';

/** Who sent a request. */
export interface AuditClient {
  address: string;
}

/** @param userId null where it concerns no account that there is */
export type NoteEvent = (event: AuditEvent, userId: string | null) => Promise<void>;

export interface Audit {
  /** Runs `work` in one transaction, and records in it what `work` notes: neither is kept without the other. */
  write<Result>(
    client: AuditClient,
    work: (trx: WriteDb, note: NoteEvent) => Promise<Result>,
    patientMs?: number,
  ): Promise<Result>;
  /**
   * Records what changed nothing: a refusal.
   * @param patientMs as of `Database.write`
   */
  note(client: AuditClient, event: AuditEvent, userId: string | null, patientMs?: number): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  secret: Uint8Array;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
}

export function createAudit({ db, clock, secret, log }: Options): Audit {
  const hashOf = ({ address }: AuditClient) =>
    createHmac('sha256', secret).update(`audit:${address}`).digest('hex').slice(0, 24);

  const write: Audit['write'] = async (sender, work, patientMs) => {
    const client = hashOf(sender);
    const noted: { event: AuditEvent; user_id: string | null }[] = [];
    const result = await db.write(async (trx) => {
      // Begun anew where the database had the transaction tried again.
      noted.length = 0;
      return await work(trx, async (event, userId) => {
        const row = { event, user_id: userId };
        await trx
          .insertInto('audit_events')
          .values({ id: newId(), at: clock(), client, ...row })
          .execute();
        noted.push(row);
      });
    }, patientMs);
    for (const row of noted) log?.info('audit', { ...row, client });
    return result;
  };

  return {
    write,
    note: (client, event, userId, patientMs) => write(client, (_trx, note) => note(event, userId), patientMs),
  };
}
