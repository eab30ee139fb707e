// The steps between the rounds of the crash proof.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import type { Staff } from './crash-desk.ts';
import type { Ledger } from './crash-ledger.ts';

/** Makes them staff whose second factor is fresh, without the ceremony, and the first of them an admin. */
export async function makeStaff(env: Record<string, string>, staff: readonly Staff[]): Promise<void> {
  const db = await openDatabase(parseConfig(env));
  try {
    await db.write(async (trx) => {
      const ids = staff.map(({ id }) => id);
      await trx.updateTable('users').set({ role: 'moderator' }).where('id', 'in', ids).execute();
      await trx
        .updateTable('users')
        .set({ role: 'admin' })
        .where('id', '=', ids[0] ?? '')
        .execute();
      const sessions = staff.map(({ sessionId }) => sessionId);
      const fresh = trx.updateTable('sessions').set({ factor_at: Date.now() });
      await fresh.where('id', 'in', sessions).execute();
    });
  } finally {
    await db.close();
  }
}

/** Waits until no job is left. One whose process was killed in the middle goes on after 30 s. */
export async function untilDone({ read }: OpenDatabase): Promise<void> {
  const left = () => read.selectFrom('jobs').select('kind').where('finished_at', 'is', null).execute();
  await expect.poll(left, { timeout: 180_000, interval: 500 }).toEqual([]);
}

/** Waits for this number of further writes, but at most ten seconds. */
export async function untilAcknowledged(ledger: Ledger, writes: number): Promise<void> {
  const wanted = ledger.acknowledged + writes;
  const deadline = performance.now() + 10_000;
  do await sleep(Math.random() * 20);
  while (ledger.acknowledged < wanted && performance.now() < deadline);
}

/** Waits until one of each of these groups of kinds was acknowledged once more, but at most a minute. */
export async function untilOneOfEach(
  { kinds }: Ledger,
  groups: readonly (readonly string[])[],
): Promise<void> {
  const counts = () => groups.map((group) => group.reduce((sum, kind) => sum + (kinds.get(kind) ?? 0), 0));
  const before = counts();
  const deadline = performance.now() + 60_000;
  while (counts().some((count, at) => count === before[at]) && performance.now() < deadline) await sleep(20);
}

export async function untilReady(origin: string): Promise<void> {
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await sleep(20);
}
