// Gives and takes the roles of staff. Threat: somebody who keeps rights that were taken away. So the role is read from
// the database at each request, and a demotion ends every session of the account.
import { hasRole, type Role } from '../../../shared/schemas/roles.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { findAccountByEmail, findAccountsOfAddress, lockAccount } from '../account-queries.ts';
import type { AccountsContext } from '../context.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';
import { storeRole } from './role-writes.ts';

export type GrantedRole =
  | { kind: 'granted'; before: Role; endedSessions: number }
  | { kind: 'unchanged' }
  | { kind: 'unverified' }
  | { kind: 'missing' };

type Context = Pick<AccountsContext, 'clock'> & { db: Pick<AccountsContext['db'], 'engine'> };

/** Changes the role of an account in the caller's transaction. */
export async function changeRole(
  trx: WriteDb,
  note: NoteEvent,
  { clock, db }: Context,
  { userId, role }: { userId: string; role: Role },
): Promise<GrantedRole> {
  const user = await lockAccount(trx, db.engine, userId);
  if (!user) return { kind: 'missing' };
  if (user.is_verified !== 1) return { kind: 'unverified' };
  if (user.role === role) return { kind: 'unchanged' };
  const now = clock();
  await storeRole(trx, userId, role, now);
  const isDemotion = hasRole(user.role, role);
  const endedSessions = isDemotion ? await revokeSessionsOf(trx, userId, now) : 0;
  await note(isDemotion ? 'role.revoked' : 'role.granted', userId);
  return { kind: 'granted', before: user.role, endedSessions };
}

/** For the operator's command. Refuses an address that nobody has verified: anybody can sign up with it. */
export async function grantRole(
  context: Pick<AccountsContext, 'audit' | 'clock' | 'db'>,
  { email, role }: { email: string; role: Role },
): Promise<GrantedRole> {
  return await context.audit.write('operator', async (trx, note) => {
    const user = await findAccountByEmail(trx, email);
    if (user) return await changeRole(trx, note, context, { userId: user.id, role });
    const isPending = (await findAccountsOfAddress(trx, email)).length > 0;
    return { kind: isPending ? 'unverified' : 'missing' };
  });
}
