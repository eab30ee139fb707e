// Codes that mails carry. A code serves one purpose, for five minutes, once; five wrong tries use it up.
import { codeMinutes } from '../../shared/accounts.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { CodeTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { hashCode, newCode } from './secrets.ts';

export type CodePurpose = CodeTable['purpose'];

const wrongTriesAllowed = 5;

/** Makes a code; it replaces the account's earlier one of this purpose. */
export async function issueCode(
  trx: WriteDb,
  { userId, purpose, now, secret }: { userId: string; purpose: CodePurpose; now: number; secret: Uint8Array },
): Promise<string> {
  const code = newCode();
  await trx.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
  await trx
    .insertInto('codes')
    .values({
      id: newId(),
      user_id: userId,
      purpose,
      code_hash: hashCode(code, purpose, secret),
      created_at: now,
      expires_at: now + codeMinutes * 60_000,
      wrong_tries: 0,
      used_at: null,
    })
    .execute();
  return code;
}

/**
 * Tries a code for each of some accounts. The try is counted first, by one statement, so that guesses that arrive together are
 * counted one by one. Let the transaction commit when the answer is null, or the try would not count.
 * @returns the account whose code it is
 */
export async function useCodeOfOneOf(
  trx: WriteDb,
  {
    userIds,
    purpose,
    code,
    now,
    secret,
  }: { userIds: readonly string[]; purpose: CodePurpose; code: string; now: number; secret: Uint8Array },
): Promise<string | null> {
  const rows = await trx
    .updateTable('codes')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('user_id', 'in', userIds.length > 0 ? userIds : [''])
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', wrongTriesAllowed)
    .returning(['id', 'user_id', 'code_hash'])
    .execute();
  const hash = hashCode(code, purpose, secret);
  const row = rows.find(({ code_hash }) => code_hash === hash);
  if (!row) return null;
  await trx.updateTable('codes').set({ used_at: now }).where('id', '=', row.id).execute();
  return row.user_id;
}

/** Uses a code whose account is not named. @returns the account's id, or null when there is no such code */
export async function useCodeOfAnyone(
  trx: WriteDb,
  { purpose, code, now, secret }: { purpose: CodePurpose; code: string; now: number; secret: Uint8Array },
): Promise<string | null> {
  const row = await trx
    .updateTable('codes')
    .set({ used_at: now })
    .where('code_hash', '=', hashCode(code, purpose, secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('wrong_tries', '<', wrongTriesAllowed)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
