// A proof ends the hold of a name that is its owner's: busha.co for an app that is held because it is called Busha.
import { findAccount, lockOpenOwner } from '../../accounts/index.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';
import { findCategories } from '../app-queries.ts';
import type { AppsContext } from '../context.ts';
import { textsOf } from './hold-listing.ts';
import { changeListingState } from './state-writes.ts';

/**
 * Call it in the transaction that stores the proof. Staff still see the case, with a note.
 * @param proved the domain whose holder the owner is, such as busha.co
 * @returns whether the listing is public again
 */
export async function releaseByProof(
  { categories, clock, db, openCase, reindex, rules }: AppsContext,
  trx: WriteDb,
  row: AppTable,
  proved: string,
): Promise<boolean> {
  if (row.state !== 'held' || row.state_decision !== null) return false;
  const owner = await findAccount(readingIn(trx), row.owner_id);
  if (!owner) return false;
  const keys = ((await findCategories(trx, [row.id])).get(row.id) ?? []).map(({ key }) => key);
  const isFree = await rules.mayRelease(trx, {
    policy: row.state_policy,
    account: { id: owner.id, email: owner.email, createdAt: owner.created_at },
    after: textsOf(row, categories().originsOf(keys)),
    proved,
  });
  if (!isFree) return false;
  const now = clock();
  const isOwnerOpen = await lockOpenOwner(trx, db.engine, row.owner_id);
  const to = { id: row.id, to: 'public', actor: 'rule', now, isOwnerOpen } as const;
  if (!(await changeListingState(trx, to))) return false;
  const note = `Released by rule: its owner has proved to control ${proved}.`;
  const subject = { kind: 'app', id: row.id } as const;
  await openCase(trx, { kind: 'hold', subject, ownerId: row.owner_id, reason: 'other', note, now });
  await reindex(trx, [row.id]);
  return true;
}
