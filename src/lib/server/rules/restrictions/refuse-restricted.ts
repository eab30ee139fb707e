import { ruleMessages } from '../../../shared/text/rule-messages.ts';
import { normalAddress } from '../../../shared/text/visible-text.ts';
import type { RestrictedAction, RestrictionEffect } from '../../../shared/schemas/desk.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { AppealableError } from '../../platform/errors.ts';
import { findMatching } from './restriction-queries.ts';
import { networksAround, patternsOfEmail } from './patterns.ts';

export interface Restricted {
  action: RestrictedAction;
  /** As typed or stored. */
  email: string | null;
  /** The address of the client. */
  address: string;
  accountId: string | null;
  now: number;
}

/** The strictest restriction that matches; null without one. */
export async function findRestrictionOf(
  db: ReadDb | WriteDb,
  { action, email, address, accountId, now }: Restricted,
): Promise<RestrictionEffect | null> {
  const key = email === null ? null : (normalAddress(email) ?? email).toLowerCase();
  const patterns = {
    email: key === null ? [] : patternsOfEmail(key),
    network: networksAround(address),
    account: accountId === null ? [] : [accountId],
  };
  if (Object.values(patterns).every((list) => list.length === 0)) return null;
  const found = await findMatching(db, { action, patterns, now });
  if (found.length === 0) return null;
  return found.some(({ effect }) => effect === 'deny') ? 'deny' : 'hold';
}

/**
 * Refuses an action that a restriction denies. The sentence is the same for every reason, so that nobody learns which
 * pattern to avoid.
 * @throws AppealableError 403
 */
export async function refuseRestricted(db: ReadDb | WriteDb, restricted: Restricted): Promise<void> {
  if ((await findRestrictionOf(db, restricted)) === 'deny')
    throw new AppealableError(403, ruleMessages.restricted[restricted.action]);
}
