import type { DeskAction } from '../../../shared/schemas/moderation/cases.ts';
import { banAccount, unbanAccount } from '../../accounts/index.ts';
import { settleListings } from '../../apps/states.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { DecisionTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { ModerationContext } from '../context.ts';
import { noteProfile } from '../subjects.ts';

/** What a decision has changed. */
export interface Effect {
  /** The state after it; left out where it has changed none. */
  after?: string;
}

interface AccountRuling {
  action: DeskAction;
  now: number;
  publicReason: string;
  /** The decision that it takes back. */
  reverses?: DecisionTable | undefined;
  subject: { ownerId: string };
}

/** Suspends a locked account, or opens it again, with its listings. @throws AppError 409 where it has this state already */
export async function changeAccount(
  { reindex }: Pick<ModerationContext, 'reindex'>,
  trx: WriteDb,
  { action, now, publicReason, reverses, subject: { ownerId } }: AccountRuling,
  wasOpen: boolean,
): Promise<Effect> {
  // An appeal may succeed after the state has changed otherwise.
  if (reverses && wasOpen) return {};
  const isDone =
    action === 'suspend'
      ? await banAccount(trx, { userId: ownerId, reason: publicReason, now })
      : await unbanAccount(trx, ownerId, now);
  if (!isDone) throw new AppError(409, 'The account has this state already. Look at it again.');
  await reindex(trx, await settleListings(trx, ownerId, action !== 'suspend'));
  noteProfile(ownerId);
  return { after: action === 'suspend' ? 'suspended' : 'open' };
}
