// Tokens for programs. Threats: a stolen session that makes one, so it asks for the password or a second factor again,
// the owner is mailed, and whatever ends all sessions ends the tokens (sessions.ts); a token that leaks from a
// pipeline, so it changes chosen apps and nothing of the account, and ends after a year at most.
import { tokenScopes, type TokenScope } from '../../shared/text/factor-messages.ts';
import { tokenLimits } from '../../shared/schemas/limits.ts';
import type { MakeToken, TokenJson } from '../../shared/schemas/factors.ts';
import { formatDay, toIso, toLocalInput } from '../../shared/text/dates.ts';
import { dayBegins, dayMs } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { countDeleted } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { Client } from '../platform/security/client.ts';
import { confirmChange } from './factors/change-factors.ts';
import { tokenMade } from './mails.ts';
import { lockOfSession, type Caller } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

const liveTokens = (db: ReadDb, now: number) =>
  db.selectFrom('api_tokens').where('api_tokens.expires_at', '>', now);

/** @returns null for a token that is unknown, revoked or over, or whose account is closed or not verified */
export async function authenticateToken(
  { clock, db }: Context,
  token: string,
  client: Client,
): Promise<Caller | null> {
  const now = clock();
  const row = await liveTokens(db.read, now)
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(['api_tokens.id', 'user_id', 'scopes', 'app_ids', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .where('users.banned_at', 'is', null)
    .where('users.is_verified', '=', 1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, app_ids: appIds } = row;
  const today = dayBegins(now);
  if (row.last_used_at !== today)
    await db.write(async (trx) => {
      await trx.updateTable('api_tokens').set({ last_used_at: today }).where('id', '=', id).execute();
    });
  return {
    userId: row.user_id,
    // No session, no rights of staff: what asks for these takes no token.
    ...{ sessionId: '', isVerified: true, role: 'member', factorAt: null, client },
    token: { id, scopes: row.scopes.split(','), appIds: appIds === null ? null : appIds.split(',') },
  };
}

/** The caller's tokens, newest first, without any secret. */
export async function listTokens({ clock, db }: Context, { userId }: Caller): Promise<TokenJson[]> {
  const rows = await liveTokens(db.read, clock()).selectAll().where('user_id', '=', userId).execute();
  const ids = new Set(rows.flatMap(({ app_ids: appIds }) => appIds?.split(',') ?? []));
  const apps = ids.size === 0 ? [] : await ownApps(db.read, userId, [...ids]);
  return rows
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .map((row) => ({
      id: row.id,
      name: row.name,
      scopes: row.scopes.split(',') as TokenScope[],
      // Without those that were deleted, or belong to somebody else by now.
      apps: row.app_ids === null ? null : apps.filter(({ id }) => row.app_ids?.includes(id)),
      created_at: toIso(row.created_at),
      expires_at: toIso(row.expires_at),
      last_used_on: row.last_used_at === null ? null : toLocalInput(row.last_used_at).slice(0, 10),
    }));
}

async function ownApps(db: ReadDb, userId: string, ids: string[]): Promise<{ id: string; name: string }[]> {
  const own = db.selectFrom('apps').select(['id', 'name']).where('owner_id', '=', userId);
  return await own.where('id', 'in', ids).orderBy('name').execute();
}

/**
 * @returns the secret, which is not stored
 * @throws AppError 400 for a wrong password or another's app, 403 for an unverified account, 409 for too many tokens,
 * 429; CodedError 403 `confirm`
 */
export async function makeToken(
  context: Context,
  caller: Caller,
  { name, scopes, apps, days, password }: MakeToken,
): Promise<string> {
  const { audit, clock, db } = context;
  const { client, isVerified, userId } = caller;
  if (!isVerified) throw new AppError(403, 'Verify your account to make a token.');
  if (apps && (await ownApps(db.read, userId, apps)).length !== apps.length)
    throw fieldError('apps', 'Choose among your own apps.');
  await confirmChange(context, caller, { password }, true);
  const secret = newToken('nb_');
  await audit.write(client, async (trx, note) => {
    const now = clock();
    const owner = await lockOfSession(context, trx, caller);
    await refuseTooMany(trx, userId, now);
    const ends = now + days * dayMs;
    const row = { id: newId(), user_id: userId, name, token_hash: hashToken(secret) };
    const rights = { scopes: scopes.join(), app_ids: apps?.join() ?? null };
    await trx
      .insertInto('api_tokens')
      .values({ ...row, ...rights, created_at: now, expires_at: ends })
      .execute();
    const may = scopes.map((scope) => tokenScopes[scope].toLowerCase()).join(', and ');
    const of = apps ? (apps.length === 1 ? 'one app' : `${apps.length} apps`) : 'all your apps';
    const sentence = `Until ${formatDay(ends)} whoever has it may do this to ${of}: ${may}.`;
    await enqueueMail(trx, tokenMade(context, owner, name, sentence), now);
    await note('token.made', userId);
  });
  return secret;
}

async function refuseTooMany(trx: WriteDb, userId: string, now: number): Promise<void> {
  const rows = await liveTokens(trx, now).select('id').where('user_id', '=', userId).execute();
  if (rows.length >= tokenLimits.perAccount) throw new AppError(409, messages.tokens.tooMany);
}

/** Ends one of the caller's tokens at once. @throws AppError 404 */
export async function revokeToken({ audit }: Context, { client, userId }: Caller, id: string): Promise<void> {
  await audit.write(client, async (trx, note) => {
    const token = trx.deleteFrom('api_tokens').where('id', '=', id).where('user_id', '=', userId);
    if ((await countDeleted(token)) === 0) throw new AppError(404, messages.tokens.missing);
    await note('token.revoked', userId);
  });
}
