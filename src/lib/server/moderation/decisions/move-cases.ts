import type { Engine, WriteDb } from '../../platform/db/database.ts';
import { changeCase, insertCaseEvent, lockCasesOfApp } from '../cases/case-writes.ts';
import { dueMs } from '../cases/due.ts';

interface Moving {
  appId: string;
  ownerId: string;
  /** The case that is being decided, which stays with who had the listing; null for none. */
  decidedId: string | null;
  now: number;
}

/**
 * Gives the other open cases about a listing to its new owner. What waits for an answer goes back to staff: they asked
 * somebody else.
 */
export async function moveCases(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  { appId, decidedId, now, ownerId }: Moving,
): Promise<void> {
  for (const { id, reason, state } of await lockCasesOfApp(trx, engine, appId)) {
    if (id === decidedId) continue;
    const isWaiting = state === 'waiting';
    await changeCase(trx, id, {
      owner_id: ownerId,
      ...(isWaiting && { state: 'open', waits_until: null, due_at: now + dueMs(reason) }),
    });
    const event = isWaiting ? 'returned' : 'noted';
    const text = 'The listing has another owner now.';
    await insertCaseEvent(trx, { caseId: id, at: now, event, actorId: null, text });
  }
}
