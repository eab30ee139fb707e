// Whom a breach affects: what is stored of accounts, for the letter that the operator has to write.
import type { ReadDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';

export type AffectedAccount = Pick<
  UserTable,
  | 'id'
  | 'email'
  | 'firstname'
  | 'lastname'
  | 'phone_no'
  | 'address'
  | 'is_verified'
  | 'password_hash'
  | 'created_at'
>;

/** By id, those whose deletion still runs included. */
function accounts(db: ReadDb) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'firstname',
      'lastname',
      'phone_no',
      'address',
      'is_verified',
      'password_hash',
      'created_at',
    ])
    .orderBy('id');
}

/** @param after the last id of the page before, or '' */
export const findAllAccounts = async (db: ReadDb, after: string, limit: number): Promise<AffectedAccount[]> =>
  await accounts(db).where('id', '>', after).limit(limit).execute();

export const findAccountsOfIds = async (db: ReadDb, ids: string[]): Promise<AffectedAccount[]> =>
  ids.length === 0 ? [] : await accounts(db).where('id', 'in', ids).execute();
