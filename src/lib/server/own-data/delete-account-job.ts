import type { JobKind } from '../platform/jobs/jobs.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import type { OwnDataContext } from './context.ts';
import { removeOwner, removeSome, type Removed } from './own-data-writes.ts';

/** Removes everything of a closed account, its newest apps first and its row last, and mails that it is done. */
export function createDeleteAccountJob(context: OwnDataContext): JobKind {
  const { accounts, clock, db, deletions, log, media, ownCases, publishChanges, wakeMail } = context;

  /** A sweep removes the rest: pictures of the last hour, which a running upload may use, and those that fail here. */
  async function removePictures(ids: string[]): Promise<void> {
    try {
      await media.removeUnused([...new Set(ids)]);
    } catch (error) {
      log?.error('Pictures of a deleted account could not be removed yet', { error });
    }
  }

  return {
    name: 'delete-account',
    async step({ job, batch, commit }) {
      const { accountId, done, total, state } = job;
      const [email, firstname] = [String(state['email']), String(state['firstname'])];
      const account = { id: accountId, email, closedAt: Number(state['closedAt']), deletions, ownCases };
      let gone: Removed = { appIds: [], pictureIds: [] };
      const outcome = { isDone: false };
      await commit(async (trx) => {
        const now = clock();
        const from = { stage: Number(state['stage']), limit: batch, now };
        const { stage, removed } = await removeSome(trx, account, from);
        gone = removed;
        const progress = { state: { ...state, stage }, done: done + removed.appIds.length, total };
        if (stage !== null) return progress;
        const owner = await removeOwner(trx, accountId, db.engine);
        if (!owner) return { ...progress, state: { ...state, stage: 0 } };
        if (owner.pictureId !== null) gone.pictureIds.push(owner.pictureId);
        if (email !== '') await accounts.mailDeletion(trx, { email, firstname });
        outcome.isDone = true;
        return { ...progress, finished: 'remove' };
      });
      // Only the pages of these apps; `pause` publishes the lists.
      const keys: DataKey[] = gone.appIds.map(dataKey.app);
      if (outcome.isDone) keys.push(dataKey.user(accountId));
      if (keys.length > 0) await publishChanges(keys);
      if (outcome.isDone) wakeMail();
      if (gone.pictureIds.length > 0) await removePictures(gone.pictureIds);
    },
    pause: () => publishChanges([dataKey.apps, dataKey.users]),
  };
}
