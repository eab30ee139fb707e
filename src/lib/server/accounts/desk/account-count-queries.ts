import type { ReadDb } from '../../platform/db/database.ts';
import { lagosDayOf, type CountedDay } from '../../platform/db/statements/lagos-day.ts';
import type { UserTable } from '../../platform/db/schema.ts';

interface Standing extends Pick<UserTable, 'is_verified' | 'role'> {
  suspended: number;
  count: number;
}

/** Counts the accounts that are not being deleted, by what they may do. */
export async function countAccountsByStanding(db: ReadDb): Promise<Standing[]> {
  return await db
    .selectFrom('users')
    .select(({ fn, eb }) => [
      'is_verified',
      'role',
      eb.case().when('banned_at', 'is', null).then(0).else(1).end().as('suspended'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['is_verified', 'role', 'suspended'])
    .execute();
}

/** Accounts that still exist, by the day on which they were made. */
export async function countSignUpsSince(db: ReadDb, since: number): Promise<CountedDay[]> {
  return await db
    .selectFrom('users')
    .select(({ fn }) => [lagosDayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy('day')
    .execute();
}
