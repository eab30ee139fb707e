// Who may send a request. Each operation names one of these.
import type { TokenScope } from '../../../shared/text/factor-messages.ts';
import { freshMinutes } from '../../../shared/schemas/limits.ts';
import type { Context, MiddlewareHandler } from 'hono';
import { deskHours, hasRole, type StaffRole } from '../../../shared/schemas/factors.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { Caller } from '../../accounts/sessions.ts';
import { isApiToken } from '../../accounts/tokens.ts';
import type { Client } from '../../platform/security/client.ts';
import { AppError, CodedError } from '../../platform/errors.ts';
import { bearerTokenOf } from '../../platform/security/bearer.ts';
import type { ApiEnv } from '../environment.ts';

export interface Staff extends Caller {
  role: StaffRole;
  factorAt: number;
}

export interface Who<Found> {
  /** In the description; left out where no token is looked at. */
  security?: Record<string, string[]>[];
  /** Statuses with which others are refused. */
  refusals: readonly (401 | 403 | 404 | 429)[];
  /** @throws AppError with one of them */
  find(c: Context<ApiEnv>): Promise<Found> | Found;
}

/** The client that limits are counted for. Tests call the API without a socket: they all share one address. */
export function clientOf(c: Context): Client {
  const bindings = c.env as { clientAddress?: string } | undefined;
  return { address: bindings?.clientAddress ?? 'unknown', userAgent: c.req.header('user-agent') };
}

/** The token for programs that a request has, whether or not it is valid. */
function apiTokenOf(c: Context<ApiEnv>): string | undefined {
  const token = bearerTokenOf(c.req.header('authorization'));
  return token !== undefined && isApiToken(token) ? token : undefined;
}

/**
 * Comes first in every operation. A token for programs is refused wherever the operation does not name a scope.
 * @throws AppError 403
 */
export const admitTokens =
  (scope: TokenScope | undefined): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    c.set('scope', scope);
    if (!scope && apiTokenOf(c) !== undefined) throw new AppError(403, messages.tokens.notHere);
    await next();
  };

/** @throws AppError 401 for a token that is not valid, 403 for one without the scope of the operation */
async function callerOfApiToken(c: Context<ApiEnv>, token: string): Promise<Caller> {
  const { scope, services } = c.var;
  if (!scope) throw new AppError(403, messages.tokens.notHere);
  const caller = await services.accounts.authenticateToken(token, clientOf(c));
  if (!caller) throw unauthorized(c, messages.tokens.notValid);
  if (!caller.token?.scopes.includes(scope)) throw new AppError(403, messages.tokens.noScope(scope));
  return caller;
}

function unauthorized(c: Context<ApiEnv>, sentence: string): AppError {
  c.header('WWW-Authenticate', 'Bearer');
  return new AppError(401, sentence);
}

/** The account of the bearer token, and its session; null without a valid one. @throws AppError as above */
export async function findCaller(c: Context<ApiEnv>): Promise<Caller | null> {
  const { caller: known, services } = c.var;
  if (known !== undefined) return known;
  const apiToken = apiTokenOf(c);
  const token = bearerTokenOf(c.req.header('authorization'));
  let caller: Caller | null = null;
  if (apiToken !== undefined) caller = await callerOfApiToken(c, apiToken);
  else if (token !== undefined) caller = await services.accounts.authenticate(token, clientOf(c));
  c.set('caller', caller);
  return caller;
}

/** As `findCaller`. @throws AppError 401 without a valid token */
export async function requireCaller(c: Context<ApiEnv>): Promise<Caller> {
  const caller = await findCaller(c);
  if (caller) return caller;
  throw unauthorized(c, messages.errors.login);
}

/**
 * The role is read from the database at each request, so that taking it away counts at once. Members get the answer of
 * an address that does not exist, because the desk is not announced.
 * @throws AppError 401 without a login, 404 for members
 */
async function requireRole(c: Context<ApiEnv>): Promise<Caller & { role: StaffRole }> {
  const caller = await requireCaller(c);
  const { role } = caller;
  if (role === 'member' || !caller.isVerified) throw new AppError(404, messages.errors.nothingHere);
  return { ...caller, role };
}

/**
 * Checks the role before anything is validated, because the errors of a form or query would tell members of the desk.
 */
export const guardDesk: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await requireRole(c);
  await next();
};

/**
 * The member of staff who sends the request, with a desk session.
 * @param isFresh whether the second factor must have been proved a few minutes ago
 * @throws AppError 401 without a login; 404 for members; 403 for a moderator where an admin is needed; CodedError 403
 * `second_factor` without a desk session, and `fresh_factor` where the proof is not fresh
 */
export async function requireStaff(c: Context<ApiEnv>, needed: StaffRole, isFresh: boolean): Promise<Staff> {
  const caller = await requireRole(c);
  const { role, factorAt, userId } = caller;
  const { clock, hasFactor } = c.var.services.accounts;
  const age = factorAt === null ? Number.POSITIVE_INFINITY : clock() - factorAt;
  if (factorAt === null || age >= deskHours * 3_600_000) {
    const sentence = (await hasFactor(userId)) ? messages.factors.prove : messages.factors.addFirst;
    throw new CodedError(403, 'second_factor', sentence);
  }
  if (!hasRole(role, needed)) throw new AppError(403, 'Only an admin can do this.');
  if (isFresh && age >= freshMinutes * 60_000)
    throw new CodedError(403, 'fresh_factor', 'Confirm your second factor again to do this.');
  return { ...caller, factorAt };
}

const bearer = { bearer: [] };

export const anybody: Who<null> = { refusals: [], find: () => null };

/** Anybody; the answer depends on who asks. A token that is not valid counts as none. */
export const anybodyOrMember: Who<Caller | null> = {
  security: [{}, bearer],
  refusals: [],
  find: findCaller,
};

export const member: Who<Caller> = { security: [bearer], refusals: [401], find: requireCaller };

const staff = (needed: StaffRole, isFresh: boolean): Who<Staff> => ({
  security: [bearer],
  refusals: [401, 403, 404, 429],
  find: (c) => requireStaff(c, needed, isFresh),
});

export const moderator = staff('moderator', false);
export const admin = staff('admin', false);
/** Who has proved the second factor within the last minutes. */
export const freshModerator = staff('moderator', true);
export const freshAdmin = staff('admin', true);
