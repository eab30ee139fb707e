// Reindexes the apps of a renamed owner, because search finds apps by their owner's name. Pages and lists show the new
// name at once; search follows later.
import { appsOfOwner } from '../apps/index.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import { dataKey, type PublishChanges } from '../platform/reads/data-keys.ts';
import { leastReindexed, type ReindexApps, type ReindexOwner } from '../platform/reindex.ts';

/** Up to this many apps are reindexed in the transaction of the change, in a few milliseconds. */
const maxInline = 10;

/** See ReindexOwner. */
export function createReindexOwner(reindex: ReindexApps): ReindexOwner {
  return async (trx, userId, now) => {
    const first = await appsOfOwner(trx, userId, null, maxInline + 1);
    if (first.length <= maxInline) {
      const ids = first.map(({ id }) => id);
      await reindex(trx, ids);
      return false;
    }
    const state = { at: null, id: null };
    // Replaces a job for an earlier name, at any position. The total is not shown, so it is not counted.
    await enqueueJob(trx, { kind: 'reindex-owner', accountId: userId, state, total: 0 }, now);
    return true;
  };
}

interface ReindexOwnerJob {
  reindex: ReindexApps;
  publishChanges: PublishChanges;
}

export function createReindexOwnerJob({ publishChanges, reindex }: ReindexOwnerJob): JobKind {
  return {
    name: 'reindex-owner',
    least: leastReindexed,
    async step({ job: { accountId, state, done, total }, batch, commit }) {
      const after = typeof state['id'] === 'string' ? { at: Number(state['at']), id: state['id'] } : null;
      await commit(async (trx) => {
        const apps = await appsOfOwner(trx, accountId, after, batch);
        const ids = apps.map(({ id }) => id);
        await reindex(trx, ids);
        const last = apps.at(-1);
        const progress = { state, done: done + apps.length, total };
        if (!last || apps.length < batch) return { ...progress, finished: 'remove' };
        return { ...progress, state: { at: last.at, id: last.id } };
      });
    },
    // Searches meanwhile were answered and cached with the old name.
    pause: () => publishChanges([dataKey.apps]),
  };
}
