// The audit trail: who did what to which account, in a table and in the log. Triggers prevent changes of its rows, and
// their removal before they are old. Threats: an intruder must leave a trail, and the trail must not become a list of
// people. So it holds ids and keyed hashes of addresses, never an email, a password, a code or a token.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { dayMs } from '../../../shared/text/days.ts';
import type { AuditEvent } from './audit-events.ts';
import type { Client } from './client.ts';
import type { Base } from '../base.ts';
import type { WriteDb } from '../db/database.ts';
import { removeUntil } from '../db/statements.ts';
import { newId } from '../ids.ts';

/** Refusals, which are kept for a shorter time. The triggers of the table list them as well. */
const refusals: readonly AuditEvent[] = [
  'account.create-repeated',
  'account.confirm-refused',
  'code.refused',
  'factor.refused',
  'login.refused',
  'password.change-refused',
  'password.reset-refused',
];

/** The author of an event: the client of a request, or the operator with a command. */
export type AuditActor = Client | 'operator';

/** @param userId null if the event concerns no existing account, or all accounts */
export type NoteEvent = (event: AuditEvent, userId: string | null) => Promise<void>;

/** How long events are kept; the triggers of the table refuse to remove younger ones. */
const keptMs = { refusal: 30 * dayMs, other: 400 * dayMs };

export type Audit = ReturnType<typeof createAudit>;

/** How the trail names a client: equal addresses can be recognized, but not read. */
export function clientHash(secret: Uint8Array, address: string): string {
  return createHmac('sha256', secret).update(`audit:${address}`).digest('hex').slice(0, 24);
}

/** @param base without a secret for commands of the operator, which have no address to hash */
export function createAudit({ db, clock, secret, log }: Omit<Base, 'secret'> & Partial<Base>) {
  function hashOf(client: AuditActor): string {
    if (client === 'operator') return client;
    if (!secret) throw new Error('An address is kept as a keyed hash, and there is no key.');
    return clientHash(secret, client.address);
  }

  /** Runs `work` in one transaction, and writes the events that it notes in the same transaction. */
  async function write<Result>(
    sender: AuditActor,
    work: (trx: WriteDb, note: NoteEvent) => Promise<Result>,
  ): Promise<Result> {
    const client = hashOf(sender);
    const noted: { event: AuditEvent; user_id: string | null }[] = [];
    const result = await db.write(async (trx) => {
      // Reset, because the database may run the transaction again.
      noted.length = 0;
      return await work(trx, async (event, userId) => {
        const row = { id: newId(), at: clock(), client, event, user_id: userId };
        await trx.insertInto('audit_events').values(row).execute();
        noted.push(row);
      });
    });
    for (const { event, user_id } of noted) log?.info('audit', { event, user_id, client });
    return result;
  }

  return {
    write,
    /** Records an event without a change, such as a refusal. */
    note: (client: AuditActor, event: AuditEvent, userId: string | null): Promise<void> =>
      write(client, (_trx, note) => note(event, userId)),
    /** Removes refusals after 30 days, and other events after 400. */
    async sweep(): Promise<void> {
      // A day later than the triggers allow, because the database's clock may differ from ours.
      const now = Math.min(clock(), Date.now()) - dayMs;
      const old = { table: 'audit_events', key: 'id', column: 'at' } as const;
      await removeUntil(db, old, now - keptMs.other);
      for (const event of refusals) await removeUntil(db, old, now - keptMs.refusal, sql`event = ${event}`);
    },
  };
}
