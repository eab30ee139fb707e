// Members of staff as this slice sees them.
import type { DeskPersonJson } from '../../shared/schemas/cases.ts';
import type { StaffRole } from '../../shared/schemas/factors.ts';
import { findUserNames } from '../accounts/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Client } from '../platform/security/client.ts';

/** Who works at the desk: what `requireStaff` returns. */
export interface Staff {
  userId: string;
  role: StaffRole;
  client: Client;
}

/**
 * @returns a function from an account's id to the person; null for null, and a person without a name where it is gone
 */
export async function findPeople(
  db: ReadDb | WriteDb,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => DeskPersonJson | null> {
  const names = await findUserNames(db, [...new Set(ids.filter((id) => id !== null))]);
  return (id) => (id === null ? null : { id, name: names.get(id) ?? '' });
}
