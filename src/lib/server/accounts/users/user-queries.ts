// Rows of users for the slices that show or change them; those decide who may see what.
import { fullName } from '../../../shared/schemas/users.ts';
import type { Engine, ReadDb, WriteDb } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/count-rows.ts';
import { atFewLengths } from '../../platform/db/statements/few-lengths.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { publicUsers } from './public-user-queries.ts';

/** The columns of an app's owner that lists show. */
const ownerColumns = [
  'id',
  'firstname',
  'lastname',
  'email',
  'phone_no',
  'address',
  'show_email',
  'show_phone',
  'show_address',
  'country',
  'is_verified',
  'created_at',
  'picture_id',
] as const satisfies readonly (keyof UserTable)[];

export type OwnerRow = Pick<UserTable, (typeof ownerColumns)[number]>;

/** The public ones among these users. */
export async function findPublicOwners(db: ReadDb, ids: readonly string[]): Promise<OwnerRow[]> {
  if (ids.length === 0) return [];
  return await publicUsers(db).select(ownerColumns).where('id', 'in', atFewLengths(ids)).execute();
}

export async function findPublicUser(db: ReadDb, id: string): Promise<UserTable | undefined> {
  return await publicUsers(db).selectAll('users').where('id', '=', id).executeTakeFirst();
}

export async function isPublicUser(db: ReadDb, id: string): Promise<boolean> {
  return await hasRow(publicUsers(db).select('users.id').where('users.id', '=', id));
}

/** Includes deleted and banned users; for the user and the operator only. */
export async function findAnyUser(db: ReadDb | WriteDb, id: string): Promise<UserTable | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether a public profile shows the picture. */
export async function isPictureOfPublicUser(db: ReadDb, mediaId: string): Promise<boolean> {
  return await hasRow(publicUsers(db).select('users.id').where('users.picture_id', '=', mediaId).limit(1));
}

/** Whether an account shows the picture, public or not. @param userId of the account; undefined for any */
export async function isPictureOfUser(
  db: ReadDb,
  mediaId: string,
  userId: string | undefined,
): Promise<boolean> {
  let users = db.selectFrom('users').select('id').where('picture_id', '=', mediaId);
  if (userId !== undefined) users = users.where('id', '=', userId);
  return await hasRow(users.limit(1));
}

export async function isAccountThere(db: ReadDb, id: string): Promise<boolean> {
  return await hasRow(db.selectFrom('users').select('id').where('id', '=', id));
}

export async function hasAnyUser(db: ReadDb): Promise<boolean> {
  return await hasRow(db.selectFrom('users').select('id').limit(1));
}

/** The ids among these that belong to users. */
export async function existingUserIds(trx: WriteDb, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

export async function countUserViews(db: ReadDb, id: string): Promise<number> {
  const row = await db.selectFrom('users').select('views').where('id', '=', id).executeTakeFirst();
  return row?.views ?? 0;
}

/**
 * Whether the account may list apps: neither deleted nor banned. The answer holds until the transaction ends: SQLite
 * has one writer at a time, PostgreSQL locks the row.
 */
export async function lockOpenOwner(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  id: string,
): Promise<boolean> {
  // A banned account is locked, too: otherwise the end of its ban could pass between this look and the commit.
  const owner = await trx
    .selectFrom('users')
    .select('banned_at')
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return owner?.banned_at === null;
}

/** First and last name by user id. */
export async function findUserNames(
  db: ReadDb | WriteDb,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}
