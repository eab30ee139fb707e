// Accounts as staff find them.
import type { DeskAccountDetailJson, DeskAccountJson } from '../../shared/schemas/desk.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { searchAccounts } from '../accounts/desk.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { findAccount } from '../accounts/users.ts';
import { countLiveSessions } from '../accounts/session-queries.ts';
import { countListings } from '../apps/owned-apps.ts';
import type { Context } from '../context.ts';
import { AppError } from '../platform/errors.ts';
import { decisionsAsJson, findDecisionsAbout, strikesOf } from './decisions.ts';

const maxDecisions = 50;

function accountOf(row: UserTable): DeskAccountJson {
  const { created_at, email, handle, id, role } = row;
  const standing = row.is_verified === 1 ? 'open' : 'unverified';
  const state = row.banned_at === null ? standing : 'suspended';
  return { id, name: fullName(row), email, handle, role, state, created_at: toIso(created_at) };
}

/** Accounts by id, handle, or a part of the name or email. @throws AppError 400 for an invalid cursor */
export async function findAccounts(
  { db }: Context,
  text: string,
  cursor: string | undefined,
): Promise<Page<DeskAccountJson>> {
  const page = await searchAccounts(db, text, cursor);
  return { ...page, items: page.items.map(accountOf) };
}

/** An account with all that staff need to decide about it. @throws AppError 404 */
export async function describeAccount({ clock, db }: Context, id: string): Promise<DeskAccountDetailJson> {
  const row = await findAccount(db.read, id);
  if (!row) throw new AppError(404, 'There is no such account.');
  const [sessions, { all }, strikes, rows] = await Promise.all([
    countLiveSessions(db.read, id, clock()),
    countListings(db.read, id),
    strikesOf(db.read, id, clock()),
    findDecisionsAbout(db.read, { ownerId: id, subjectId: id }, maxDecisions),
  ]);
  return {
    ...accountOf(row),
    suspended_at: isoOrNull(row.banned_at),
    suspension_reason: row.ban_reason,
    sessions,
    listings_count: all,
    app_limit: row.app_limit,
    strikes,
    decisions: await decisionsAsJson(db.read, rows),
  };
}
