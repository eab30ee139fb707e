import { urls } from '../../shared/addresses/urls.ts';
import { findAccount } from '../accounts/index.ts';
import type { Job, JobKind, JobState } from '../platform/jobs/jobs.ts';
import { collectChunk, type TextPlace } from './collect-chunk.ts';
import type { OwnDataContext } from './context.ts';
import { compress } from './export-parts.ts';
import { insertPart, insertPictures } from './export-queries.ts';

/** The position in the text as the state of a job. */
export function stateOfPlace({ section, after, hasItem }: TextPlace, parts: number): JobState {
  return { section, at: after?.at ?? null, id: after?.id ?? null, hasItem: hasItem ? 1 : 0, parts };
}

function placeOf({ state }: Job): TextPlace {
  const { section, at, id, hasItem } = state;
  const after = typeof id === 'string' ? { at: Number(at), id } : null;
  return { section: Number(section), after, hasItem: hasItem === 1 };
}

/** Collects the data of a large account into rows, and mails when it can be downloaded. */
export function createExportJob(context: OwnDataContext): JobKind {
  const { accounts, clock, wakeMail } = context;
  return {
    name: 'export',
    async step({ job, batch, commit }) {
      const { accountId, id, done, total, state } = job;
      const source = { userId: accountId, names: 'by-picture' } as const;
      const chunk = await collectChunk(context, source, placeOf(job), batch);
      const data = await compress(chunk.text);
      const parts = Number(state['parts']);
      const ids = [...new Set(chunk.pictures.map(({ picture }) => picture.id))];
      await commit(async (trx) => {
        const part = { accountId, jobId: id, now: clock() };
        await insertPart(trx, part, parts, data);
        await insertPictures(trx, part, ids);
        const progress = { done: done + chunk.apps, total: Math.max(total, done + chunk.apps) };
        if (chunk.next) return { ...progress, state: stateOfPlace(chunk.next, parts + 1) };
        const recipient = await findAccount(trx, accountId);
        if (recipient) await accounts.mailExport(trx, recipient, urls.updateProfilePart('your-data'));
        return { ...progress, total: progress.done, state: { token: null, until: null }, finished: 'keep' };
      });
      if (!chunk.next) wakeMail();
    },
  };
}
