// Devices and lines from which an account has logged in, so that guesses of strangers do not slow its owner down.
// Threat: a record of where people are. So a row holds a keyed hash that differs by account, and is removed 90 days
// after the last login.
import type { Database, WriteDb } from '../../platform/db/database.ts';
import { removeInBatches } from '../../platform/db/remove-in-batches.ts';
import { retention } from '../../platform/retention.ts';
import { householdOf, type Client } from '../../platform/security/client.ts';
import type { AccountsContext } from '../context.ts';
import { markOfClient, openDeviceToken } from '../secrets.ts';

export const knownForMs = retention.knownDevices;
const maxPerAccount = 20;

/** @param value a line (`householdOf`), or the token of a device's cookie */
function markOf(secret: Uint8Array, account: string, kind: 'line' | 'device', value: string): string {
  return markOfClient(`${account}:${value}`, `known:${kind}`, secret);
}

/**
 * Marks of the device and the line, for the account. The device's comes first, because several people may share a line.
 * @param account key of its address
 * @param device the token of the device's cookie
 */
export function marksOf(
  { secret }: Pick<AccountsContext, 'secret'>,
  account: string,
  { device, client }: { device: string | undefined; client: Client },
): string[] {
  const line = markOf(secret, account, 'line', householdOf(client));
  return openDeviceToken(device) === null ? [line] : [markOf(secret, account, 'device', device ?? ''), line];
}

/** The first of the marks that is known for the account of an address; null where none is, or it has no account. */
export async function knownMarkOf(
  { clock, db }: Pick<AccountsContext, 'clock' | 'db'>,
  account: string,
  marks: readonly string[],
): Promise<string | null> {
  const known = await db.read
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('mark')
    .where('users.email_key', '=', account)
    .where('mark', 'in', marks)
    .where('seen_at', '>', clock() - knownForMs)
    .execute();
  return marks.find((mark) => known.some((row) => row.mark === mark)) ?? null;
}

export async function rememberDevices(
  trx: WriteDb,
  userId: string,
  marks: readonly string[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('known_devices')
    .values(marks.map((mark) => ({ user_id: userId, mark, seen_at: now })))
    .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doUpdateSet({ seen_at: now }))
    .execute();
  const oldest = await trx
    .selectFrom('known_devices')
    .select('mark')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('mark')
    .offset(maxPerAccount)
    .limit(100)
    .execute();
  if (oldest.length === 0) return;
  const surplus = oldest.map(({ mark }) => mark);
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('mark', 'in', surplus).execute();
}

export async function sweepKnownDevices(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('known_devices')
      .select(['user_id', 'mark'])
      .where('seen_at', '<=', now - knownForMs)
      .limit(limit);
    return await trx
      .deleteFrom('known_devices')
      .where((eb) => eb(eb.refTuple('user_id', 'mark'), 'in', some.$asTuple('user_id', 'mark')))
      .executeTakeFirstOrThrow();
  });
}
