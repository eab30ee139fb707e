// Removes everything of a closed account in batches.
import {
  lockClosedUser,
  removeCodesOf,
  removeOldHandles,
  removeSessionsOf,
  removeTokensOf,
  removeUser,
} from '../accounts/index.ts';
import type { OwnCases } from './context.ts';
import { findAppsWithPictures, ownsApps, removeApp } from '../apps/index.ts';
import type { Engine, WriteDb } from '../platform/db/database.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import { removeKeptAnswersOf } from '../platform/idempotency/kept-answers.ts';
import { removeMailsTo } from '../platform/mail/outbox-queries.ts';
import { removeFollowsOf } from '../follows/index.ts';
import { removeSavedOf } from '../saved/index.ts';
import { removeEventsOf } from '../timeline/index.ts';
import { removeViewCounts } from '../views/index.ts';
import { removePartsOf, removePicturesOf } from './export-queries.ts';

interface ClosedAccount {
  id: string;
  deletions: Deletions;
  ownCases: Pick<OwnCases, 'endLetters' | 'erase'>;
  /** The address before it was closed. */
  email: string;
  closedAt: number;
}

export interface Removed {
  appIds: string[];
  pictureIds: string[];
}

/** Removes up to `limit` rows. @returns how many; fewer than `limit` when none are left */
type RemoveSome = (
  trx: WriteDb,
  account: ClosedAccount,
  limit: number,
  removed: Removed,
  now: number,
) => Promise<number>;

/** The newest first, because lists begin with them. */
const removeApps: RemoveSome = async (trx, { id }, limit, removed, now) => {
  const { appIds, pictureIds } = await findAppsWithPictures(trx, id, limit);
  if (appIds.length === 0) return 0;
  await removeViewCounts(
    trx,
    appIds.flatMap((appId) => [`app:${appId}` as const, `tap:${appId}` as const]),
  );
  for (const appId of appIds) await removeApp(trx, appId, now);
  removed.appIds.push(...appIds);
  removed.pictureIds.push(...pictureIds);
  return appIds.length;
};

/** Tokens go before sessions, because deleting a session would cascade to thousands of tokens. */
const stages: readonly RemoveSome[] = [
  removeApps,
  (trx, { id }, limit) => removeEventsOf(trx, id, limit),
  (trx, { id }, limit) => removeTokensOf(trx, id, limit),
  (trx, { id }, limit) => removeSessionsOf(trx, id, limit),
  (trx, { id }, limit) => removeCodesOf(trx, id, limit),
  // Later mails belong to an account that has signed up with the address since.
  (trx, { email, closedAt }, limit) => removeMailsTo(trx, { recipient: email, until: closedAt }, limit),
  (trx, { id }, limit) => removeKeptAnswersOf(trx, id, limit),
  (trx, { id }, limit) => removeOldHandles(trx, id, limit),
  (trx, { id }, limit) => removePartsOf(trx, id, limit),
  (trx, { id }, limit) => removePicturesOf(trx, id, limit),
  (trx, { id, deletions }, limit) => deletions.removeOf(trx, id, limit),
  (trx, { id, ownCases }, limit) => ownCases.erase(trx, id, limit),
  // New stages go to the end, because a job of the version before continues at its number.
  (trx, { id }, limit) => removeSavedOf(trx, id, limit),
  (trx, { id }, limit) => removeFollowsOf(trx, id, limit),
  (trx, { ownCases, ...account }, limit) => ownCases.endLetters(trx, account, limit),
];

/**
 * Removes about `limit` rows of a closed account, from a stage on.
 * @returns the stage to continue with; null when only the account's own row is left
 */
export async function removeSome(
  trx: WriteDb,
  account: ClosedAccount,
  { stage, limit, now }: { stage: number; limit: number; now: number },
): Promise<{ stage: number | null; removed: Removed }> {
  const removed: Removed = { appIds: [], pictureIds: [] };
  let [current, left] = [stage, limit];
  while (left > 0) {
    const remove = stages[current];
    if (!remove) return { stage: null, removed };
    const rows = await remove(trx, account, left, removed, now);
    // A full batch may not be the last of its stage.
    if (rows < left) current += 1;
    left -= rows;
  }
  return { stage: current, removed };
}

/**
 * Removes the account's row with its share cards and view counts.
 * @returns its picture; undefined while there is an app that was being listed when the account was closed
 */
export async function removeOwner(
  trx: WriteDb,
  id: string,
  engine: Pick<Engine, 'name'>,
): Promise<{ pictureId: string | null } | undefined> {
  const user = await lockClosedUser(trx, engine, id);
  if (await ownsApps(trx, id)) return undefined;
  await removeViewCounts(trx, [`user:${id}`]);
  await removeUser(trx, id);
  return user;
}
