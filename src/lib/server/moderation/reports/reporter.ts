import { findAnyUser } from '../../accounts/index.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { ReportTable } from '../../platform/db/schema.ts';
import type { MailedPerson } from './mails.ts';

/** Whom to mail about a report; null if the account was deleted or suspended. */
export async function reporterOf(
  trx: WriteDb,
  { reporter_id, name, email }: Pick<ReportTable, 'reporter_id' | 'name' | 'email'>,
): Promise<MailedPerson | null> {
  if (reporter_id === null) return email === '' ? null : { email, firstname: name };
  const account = await findAnyUser(trx, reporter_id);
  if (!account || account.is_verified === 0) return null;
  return { email: account.email, firstname: account.firstname };
}
