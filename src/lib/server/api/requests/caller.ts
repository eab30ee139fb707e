import type { Context } from 'hono';
import { messages } from '../../../shared/text/messages.ts';
import type { Caller, Client } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { bearerTokenOf } from '../../platform/security/bearer.ts';
import type { ApiEnv } from '../router.ts';

/** The account and session of the bearer token; null without a valid one. */
export async function findCaller(c: Context<ApiEnv>): Promise<Caller | null> {
  const { caller: known, services } = c.var;
  if (known !== undefined) return known;
  const token = bearerTokenOf(c.req.header('authorization'));
  const caller = token === undefined ? null : await services.accounts.authenticate(token, clientOf(c));
  c.set('caller', caller);
  return caller;
}

/** As `findCaller`. @throws AppError 401 without a valid token */
export async function requireCaller(c: Context<ApiEnv>): Promise<Caller> {
  const caller = await findCaller(c);
  if (caller) return caller;
  c.header('WWW-Authenticate', 'Bearer');
  throw new AppError(401, messages.errors.login);
}

/**
 * The account of the bearer token.
 * @param isOptional whether the request names its account otherwise, so that a bad token is no error
 * @throws AppError 401
 */
export async function ownAccount(
  c: Context<ApiEnv>,
  isOptional: boolean,
): Promise<{ id: string; email: string; isVerified: boolean; sessionId: string } | null> {
  const caller = isOptional ? await findCaller(c) : await requireCaller(c);
  const user = caller && (await c.var.services.profiles.findOwnUser(caller.userId));
  return user && { id: user.id, email: user.email, isVerified: user.isVerified, sessionId: caller.sessionId };
}

/** The client that limits are counted for. Tests call the API without a socket: they all share one address. */
export function clientOf(c: Context): Client {
  const bindings = c.env as { clientAddress?: string } | undefined;
  return { address: bindings?.clientAddress ?? 'unknown', userAgent: c.req.header('user-agent') };
}
