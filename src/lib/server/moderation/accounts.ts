// Accounts as staff find them, in every state.
import { sql } from 'kysely';
import type { DeskAccountDetailJson, DeskAccountJson } from '../../shared/schemas/desk.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { fold } from '../../shared/text/text.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { findAccount, findUserIdOfHandle } from '../accounts/users.ts';
import { liveSessionsOf } from '../accounts/session-queries.ts';
import { countListings } from '../apps/owned-apps.ts';
import type { Context } from '../context.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import { countRows } from '../platform/db/statements.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { describeDecisions, strikesOf } from './decisions.ts';

function accountOf(row: UserTable): DeskAccountJson {
  const { created_at, email, handle, id, role } = row;
  const standing = row.is_verified === 1 ? 'open' : 'unverified';
  const state = row.banned_at === null ? standing : 'suspended';
  return { id, name: fullName(row), email, handle, role, state, created_at: toIso(created_at) };
}

/** Name and email in one text, with a line break between them, because LIKE takes most of the time. */
const searched = sql<string>`(users.firstname || ' ' || users.lastname || ${sql.lit('\n')} || users.email)`;

/**
 * Finds accounts by id, by handle, or by a part of the name or the email, whatever its capitals and accents; newest
 * first. Reads every account: an index for parts of words would cost each change of a profile more, and staff are few
 * and have a quota.
 */
export async function findAccounts(
  { db: { engine, read } }: Context,
  text: string,
  cursor: string | undefined,
): Promise<Page<DeskAccountJson>> {
  const pattern = `%${fold(text).replaceAll(/[!%_]/g, '!$&')}%`;
  const handle = text.replace(/^@/, '').toLowerCase();
  const id = isId(text) ? text : ((await findUserIdOfHandle(read, handle)) ?? '');
  const isFound = sql<boolean>`${engine.folded(searched)} like ${pattern} escape '!'`;
  const found = read.selectFrom('users').where((eb) => eb.or([eb('users.id', '=', id), isFound]));
  const page = await keysetPage(read, found.selectAll(), { cursor, table: 'users', column: 'created_at' });
  return { ...page, items: page.items.map(accountOf) };
}

/** An account with all that staff need to decide about it. @throws AppError 404 */
export async function describeAccount({ clock, db }: Context, id: string): Promise<DeskAccountDetailJson> {
  const row = await findAccount(db.read, id);
  if (!row) throw new AppError(404, 'There is no such account.');
  const [sessions, { all }, strikes, decisions] = await Promise.all([
    countRows(db.read, liveSessionsOf(db.read, id, clock()).select('sessions.id')),
    countListings(db.read, id),
    strikesOf(db.read, id, clock()),
    describeDecisions(db.read, { ownerId: id, subjectId: id }),
  ]);
  return {
    ...accountOf(row),
    suspended_at: isoOrNull(row.banned_at),
    suspension_reason: row.ban_reason,
    sessions,
    listings_count: all,
    app_limit: row.app_limit,
    strikes,
    decisions,
  };
}
