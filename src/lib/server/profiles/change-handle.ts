// The short address of a user. One that is given up leads to its user for 90 days and is nobody else's; a user holds
// three at most, so that nobody collects the names of others.
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { heldHandles, isHandleTaken, keepOldHandle } from '../accounts/index.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';

const dayMs = 24 * 3_600_000;
export const oldAddressMs = limits.oldAddressDays * dayMs;

function refusal(sentence: string): AppError {
  return new AppError(400, sentence, { handle: sentence });
}

const handleTaken = () => refusal(messages.profile.handleTaken);

/**
 * Makes room for the handle and keeps the one of before. Call it in the transaction that stores it.
 * @param handle null gives the address up
 * @throws AppError 400 where it is taken, or the user holds as many as one may
 */
export async function changeHandle(
  trx: WriteDb,
  row: UserTable,
  handle: string | null,
  now: number,
): Promise<void> {
  if (handle !== null) {
    if (await isHandleTaken(trx, handle, row.id)) throw handleTaken();
    const former = await heldHandles(trx, row.id);
    const held = former.length + (row.handle === null ? 0 : 1);
    const isOwn = former.some((old) => old.handle === handle);
    const [oldest] = former;
    if (!isOwn && oldest && held >= limits.handlesHeld) {
      const days = Math.max(1, Math.ceil((oldest.created_at + oldAddressMs - now) / dayMs));
      throw refusal(messages.profile.handlesHeld(held, days));
    }
  }
  await keepOldHandle(trx, row, handle, now);
}

/** Two people can choose one handle in the same instant; the second one hears of it from the unique index. */
export async function refuseTakenHandle<Result>(db: Database, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('handle')) throw handleTaken();
    throw error;
  }
}
