import type { Caller } from '../../accounts/index.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { requireOwner } from '../app-policy.ts';
import { lockApp } from '../app-writes.ts';

/**
 * Locks an app that the caller is about to change. Threat: staff give a listing to who has proved it, while a request
 * of its former owner, which was authorized before, still waits for its pictures.
 * @returns undefined where it was deleted
 * @throws AppError 403 for anyone but its owner
 */
export async function lockOwnApp(
  trx: WriteDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<AppTable | undefined> {
  const row = await lockApp(trx, id, now);
  if (row) requireOwner(caller, row.owner_id);
  return row;
}
