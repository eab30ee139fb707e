import type { Client } from '../accounts/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { refuseImpostor, refuseRestricted } from '../rules/index.ts';

interface Change {
  /** Those that differ from the row. */
  columns: Partial<UserTable>;
  handle: string | null | undefined;
  client: Client;
  now: number;
}

/** Columns that spammers fill. */
const contactColumns = ['about', 'address', 'phone_no', 'social_links', 'tags', 'work_until'] as const;

/**
 * Asks the rules about a change of a profile, in the transaction that stores it.
 * @throws AppError 403 for an account that may not publish contact details, 400 for a reserved name or handle
 */
export async function refuseByRules(
  trx: WriteDb,
  row: UserTable,
  { columns, handle, client, now }: Change,
): Promise<void> {
  const { id, email } = row;
  if (contactColumns.some((column) => columns[column]))
    await refuseRestricted(trx, { action: 'contact', email, address: client.address, accountId: id, now });
  const { firstname = row.firstname, lastname = row.lastname } = columns;
  if (columns.firstname !== undefined || columns.lastname !== undefined)
    await refuseImpostor(trx, { name: `${firstname} ${lastname}`, userId: id, field: 'firstname' });
  if (handle && handle !== row.handle)
    await refuseImpostor(trx, { name: handle, userId: id, field: 'handle' });
}
