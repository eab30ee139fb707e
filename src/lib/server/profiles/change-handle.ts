// Handles. One that is given up redirects to its user for 90 days and cannot be taken by others; a user holds at most
// three, so that nobody hoards the names of others.
import { brand } from '../../shared/page/brand.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { dayMs } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { slugify } from '../../shared/text/text.ts';
import { heldHandles, isHandleTaken, keepOldHandle } from '../accounts/index.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { retention } from '../platform/retention.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';

export const oldAddressMs = retention.oldAddresses;

function refusal(sentence: string): AppError {
  return new AppError(400, sentence, { handle: sentence });
}

/** Whether a handle looks like the name of the site: 'naija-built', 'naijabui1t', 'official-naijabuilt'. */
function readsAsSiteName(handle: string): boolean {
  const own = [brand.name, slugify(brand.name)].flatMap((name) => skeletonsOf(name).all);
  return skeletonsOf(handle).all.some((skeleton) => own.includes(skeleton));
}

const handleTaken = () => refusal(messages.profile.handleTaken);

/**
 * Checks the new handle and keeps the current one as an old one. Call it in the transaction that stores the new one.
 * @param handle null removes the handle
 * @throws AppError 400 if it is taken or the site's own name, or the user holds too many
 */
export async function changeHandle(
  trx: WriteDb,
  row: UserTable,
  handle: string | null,
  now: number,
): Promise<void> {
  if (handle !== null) {
    // The schema, which browsers have as well, does not know the name that an operator has chosen.
    if (readsAsSiteName(handle)) throw refusal(messages.profile.handleReserved);
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

/** Turns the unique violation of a handle that was taken at the same moment into an AppError 400. */
export async function refuseTakenHandle<Result>(db: Database, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('handle')) throw handleTaken();
    throw error;
  }
}
