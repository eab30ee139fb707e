// Takes the listings of a suspended account out of the lists, or back, in small steps beside the requests. Their pages
// are gone, or back, with the commit that changed the account.
import { findAnyUser } from '../accounts/index.ts';
import { findUnsettled, setListed } from '../apps/index.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { ModerationContext } from './context.ts';

export function createSettleJob({ publishChanges, reindex }: ModerationContext): JobKind {
  return {
    name: 'settle-listings',
    async step({ job, batch, commit }) {
      let ids: string[] = [];
      await commit(async (trx) => {
        // Read in each step, because the account may have been opened again meanwhile.
        const isBanned = (await findAnyUser(trx, job.accountId))?.banned_at != null;
        ids = await findUnsettled(trx, { ownerId: job.accountId, isBanned }, batch);
        if (ids.length > 0) {
          await setListed(trx, ids, !isBanned);
          await reindex(trx, ids);
        }
        const progress = { state: job.state, done: job.done + ids.length, total: job.done + ids.length };
        return ids.length < batch ? { ...progress, finished: 'remove' } : progress;
      });
      if (ids.length > 0) await publishChanges(ids.map(dataKey.app));
    },
    pause: ({ accountId }) => publishChanges([dataKey.pictures, dataKey.apps, dataKey.user(accountId)]),
  };
}
