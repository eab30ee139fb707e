import type { Role } from '../../../shared/schemas/roles.ts';
import type { Client } from '../../platform/security/client.ts';
import { findLiveSession } from './session-queries.ts';
import type { AccountsContext } from '../context.ts';

export interface Caller {
  userId: string;
  sessionId: string;
  isVerified: boolean;
  /** Read from the database, so that a change counts at once. */
  role: Role;
  /** When the session proved a second factor last; null for never. */
  factorAt: number | null;
  /** The client, for the limits on the request. */
  client: Client;
}

/**
 * The account and session of an access token. Reads the session from the database, so that revoking it ends its access
 * tokens at once, and so is `isVerified`.
 * @returns null for an invalid token or a session that has ended
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
