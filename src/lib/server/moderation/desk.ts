// The desk: what staff do with cases, decisions and bulk actions.
import type { JobKind } from '../platform/jobs/jobs.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { beginBulk, undoBulk } from './bulk/begin-bulk.ts';
import { createBulkJob } from './bulk/bulk-job.ts';
import { listBulk, showBulk } from './bulk/bulk-json.ts';
import { previewBulk } from './bulk/preview-bulk.ts';
import { listDeskListings } from './cases/list-listings.ts';
import { createOpenCase } from './cases/open-case.ts';
import { listQueue } from './cases/queue.ts';
import { removeExpiredCodes } from './cases/report-queries.ts';
import { returnCases } from './cases/return-cases.ts';
import { showCase } from './cases/show-case.ts';
import { addTemplate, deleteTemplate, listTemplates, updateTemplate } from './cases/templates.ts';
import { addNote, claimCase, handOverCase, releaseCase, sendMessage } from './cases/work-on-case.ts';
import type { ModerationContext } from './context.ts';
import { decideCase, previewDecision } from './decisions/decide-case.ts';

export type Desk = ReturnType<typeof createDesk>;

export function createDesk(context: ModerationContext) {
  const { clock, db } = context;
  return {
    ...bindContext(context, {
      addNote,
      addTemplate,
      beginBulk,
      claimCase,
      decideCase,
      deleteTemplate,
      handOverCase,
      listBulk,
      listDeskListings,
      listQueue,
      listTemplates,
      previewBulk,
      previewDecision,
      releaseCase,
      sendMessage,
      showBulk,
      showCase,
      undoBulk,
      updateTemplate,
    }),
    openCase: createOpenCase(db.engine),
    jobs: (): JobKind[] => [createBulkJob(context)],
    /** Returns cases whose owner has not answered, and removes expired codes. */
    async sweep(): Promise<void> {
      await returnCases(context);
      await removeInBatches(db, (trx, limit) => removeExpiredCodes(trx, clock(), limit));
    },
  };
}
