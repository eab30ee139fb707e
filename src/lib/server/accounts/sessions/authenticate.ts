import type { Client } from '../../platform/security/client.ts';
import { findLiveSession } from './session-queries.ts';
import type { AccountsContext } from '../context.ts';

export interface Caller {
  userId: string;
  /** The session of the request. */
  sessionId: string;
  isVerified: boolean;
  /** From where the request came, for the limits on it. */
  client: Client;
}

/**
 * Who holds this access token, while its session lives: a revoked session ends its access tokens at once, so the token
 * alone is not believed. Whether the account is verified is read from the database, not from the token.
 */
export async function authenticate(
  context: AccountsContext,
  token: string,
  client: Client,
): Promise<Caller | null> {
  const claims = await context.tokens.openAccess(token);
  if (!claims) return null;
  const session = await findLiveSession(context.db.read, claims.sid, context.clock());
  return session?.userId === claims.user_id ? { ...session, sessionId: claims.sid, client } : null;
}
