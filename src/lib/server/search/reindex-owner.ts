// A person's name is a word of the search for each of their apps. The profile, and with it every list, shows a new one
// at once; the search follows.
import { appsOfOwner } from '../apps/index.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import { dataKey, type PublishChanges } from '../platform/reads/data-keys.ts';
import type { ReindexApps, ReindexOwner } from '../platform/reindex.ts';

/** So many apps are reindexed with the change of the name itself, which takes them a few milliseconds. */
const mostAtOnce = 10;

/** See ReindexOwner. */
export function createReindexOwner(reindex: ReindexApps): ReindexOwner {
  return async (trx, userId, now) => {
    const first = await appsOfOwner(trx, userId, null, mostAtOnce + 1);
    if (first.length <= mostAtOnce) {
      await reindex(
        trx,
        first.map(({ id }) => id),
      );
      return false;
    }
    const state = { at: null, id: null };
    // In place of one for the name before, which may stand anywhere. Nobody is told how far it is, so nothing is
    // counted.
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
    async step({ job: { accountId, state, done, total }, batch, commit }) {
      const after = typeof state['id'] === 'string' ? { at: Number(state['at']), id: state['id'] } : null;
      await commit(async (trx) => {
        const apps = await appsOfOwner(trx, accountId, after, batch);
        await reindex(
          trx,
          apps.map(({ id }) => id),
        );
        const last = apps.at(-1);
        const progress = { state, done: done + apps.length, total };
        if (!last || apps.length < batch) return { ...progress, finished: 'remove' };
        return { ...progress, state: { at: last.at, id: last.id } };
      });
    },
    // What was searched for meanwhile was answered by the name of before.
    pause: () => publishChanges([dataKey.apps]),
  };
}
