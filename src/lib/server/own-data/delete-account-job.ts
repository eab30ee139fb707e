import type { JobKind } from '../platform/jobs/jobs.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import type { OwnDataContext } from './context.ts';
import { removeOwner, removeSome, type Removed } from './own-data-writes.ts';

/** Removes what belongs to a closed account, the newest apps first, then its row, and mails that it is done. */
export function createDeleteAccountJob(context: OwnDataContext): JobKind {
  const { accounts, clock, db, deletions, log, media, publishChanges, wakeMail } = context;

  /**
   * Pictures of the last hour may be of an upload that is under way, and what fails now is not lost: a sweep takes
   * both.
   */
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
      const doomed = { id: accountId, email, closedAt: Number(state['closedAt']), deletions };
      let gone: Removed = { appIds: [], pictureIds: [] };
      const outcome = { isDone: false };
      await commit(async (trx) => {
        const now = clock();
        const { stage, removed } = await removeSome(trx, doomed, {
          stage: Number(state['stage']),
          limit: batch,
          now,
        });
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
      // A few at a time; the lists are told of at a pause.
      const keys: DataKey[] = gone.appIds.map(dataKey.app);
      if (outcome.isDone) keys.push(dataKey.user(accountId));
      if (keys.length > 0) await publishChanges(keys);
      if (outcome.isDone) wakeMail();
      if (gone.pictureIds.length > 0) await removePictures(gone.pictureIds);
    },
    pause: () => publishChanges([dataKey.apps, dataKey.users]),
  };
}
