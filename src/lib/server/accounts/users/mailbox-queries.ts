import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { mailboxOf } from '../../rules/index.ts';
import { emailKey } from '../account-queries.ts';

const gmailDomains = ['gmail.com', 'googlemail.com'];

/**
 * The verified accounts of the mailbox behind an address: those of the address itself, and with other plus tags
 * (docs/decisions/019-rules.md). One index finds them, that of `email_key`, as a tag follows the rest of the local
 * part. An account at Gmail is not found where its address has dots in other places than the given one: that would
 * need a column of mailboxes.
 */
export async function findAccountsOfMailbox(
  db: ReadDb | WriteDb,
  email: string,
): Promise<Pick<UserTable, 'id' | 'email' | 'email_key' | 'banned_at'>[]> {
  const key = emailKey(email);
  const mailbox = mailboxOf(key);
  const localOf = (address: string) => address.slice(0, address.lastIndexOf('@'));
  const domain = key.slice(key.lastIndexOf('@') + 1);
  // With the dots as given, and without them.
  const locals = [...new Set([localOf(key).replace(/(?<=.)\+.*$/, ''), localOf(mailbox)])];
  const domains = gmailDomains.includes(domain) ? gmailDomains : [domain];
  const untagged = locals.flatMap((local) => domains.map((one) => `${local}@${one}`));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'banned_at'])
    .where(({ and, eb, or }) =>
      or([
        eb('email_key', 'in', untagged),
        // The comma is the character after the plus.
        ...locals.map((local) => and([eb('email_key', '>', `${local}+`), eb('email_key', '<', `${local},`)])),
      ]),
    )
    .where('is_verified', '=', 1)
    .execute();
  return rows.filter((row) => mailboxOf(row.email_key) === mailbox);
}
