// Accounts as staff find them: in every state.
import { sql } from 'kysely';
import { limits } from '../../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { isId } from '../../platform/ids.ts';
import { findUserIdOfHandle } from '../users/handle-queries.ts';

/** The columns that staff see in a list. */
const columns = [
  'id',
  'firstname',
  'lastname',
  'email',
  'handle',
  'role',
  'is_verified',
  'banned_at',
  'created_at',
] as const satisfies readonly (keyof UserTable)[];

export type FoundAccount = Pick<UserTable, (typeof columns)[number]>;

/** Name and email in one text, with a line break between them, because LIKE takes most of the time. */
const searched = sql<string>`lower(users.firstname || ' ' || users.lastname || ${sql.lit('\n')} || users.email)`;

/** A pattern of LIKE for texts that contain `text`; `!` is the escape character. */
const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`;

/**
 * Finds accounts by id, by handle, or by a part of the name or the email; newest first. Reads every account. Of 100,000
 * on a busy machine that takes 16 to 38 ms on SQLite, in the thread that serves pages, and 44 to 121 ms on PostgreSQL,
 * beside it. An index for parts of words would cost each change of a profile more; staff are few, and have a quota.
 * @throws AppError 400 for an invalid cursor
 */
export async function searchAccounts(
  db: ReadDb,
  text: string,
  cursor: string | undefined,
): Promise<Page<FoundAccount>> {
  const pattern = containing(text);
  const id = isId(text) ? text : ((await findUserIdOfHandle(db, text.replace(/^@/, '').toLowerCase())) ?? '');
  const found = db
    .selectFrom('users')
    .where((eb) => eb.or([eb('users.id', '=', id), sql<boolean>`${searched} like ${pattern} escape '!'`]));
  const count = await countRows(db, found.select('users.id').limit(limits.counted).as('counted'));
  // Another look at every account would find nothing either.
  if (count === 0) return emptyPage();
  return await keysetPage(
    found.select(columns.map((name) => `users.${name}` as const)),
    { cursor, limit: limits.pageSize, table: 'users', column: 'created_at' },
    count,
  );
}

/** Places where the account is logged in. */
export async function countLiveSessions(db: ReadDb, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}
