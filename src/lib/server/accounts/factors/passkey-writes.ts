import type { Insertable, Selectable } from 'kysely';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { countDeleted, countUpdated } from '../../platform/db/count-rows.ts';
import type { Schema } from '../../platform/db/schema.ts';

export type PasskeyRow = Selectable<Schema['passkeys']>;

/** Oldest first (ids are ordered by time). */
export async function findPasskeysOf(db: ReadDb | WriteDb, userId: string): Promise<PasskeyRow[]> {
  return await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findPasskey(
  db: ReadDb | WriteDb,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export async function insertPasskey(trx: WriteDb, row: Insertable<Schema['passkeys']>): Promise<void> {
  await trx.insertInto('passkeys').values(row).execute();
}

/** @returns whether there is one */
export async function renamePasskeyRow(
  trx: WriteDb,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const renamed = trx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId);
  return (await countUpdated(renamed)) > 0;
}

/** @returns whether there was one */
export async function removePasskeyRow(trx: WriteDb, userId: string, id: string): Promise<boolean> {
  return (
    (await countDeleted(trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId))) > 0
  );
}

/**
 * Records a use. A counter that did not grow is that of a copied authenticator, unless it counts nothing.
 * @returns whether the passkey is there and its counter grew
 */
export async function recordPasskeyUse(
  trx: WriteDb,
  { id, counter, now }: { id: string; counter: number; now: number },
): Promise<boolean> {
  const used = trx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter);
  return (await countUpdated(used)) > 0;
}
