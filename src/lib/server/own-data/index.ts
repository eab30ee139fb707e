// Export and deletion of everything that belongs to a user. A late slice, because it knows the data of the others.
import type { JobKind } from '../platform/jobs/jobs.ts';
import { bindContext } from '../platform/reads/slices.ts';
import type { OwnDataContext } from './context.ts';
import { createDeleteAccountJob } from './delete-account-job.ts';
import { deleteAccount, deleteOnRequest, deleteOwnerless } from './delete-account.ts';
import { createExportJob } from './export-job.ts';
import { exportKeptMs, findExportState, openExport, startExport } from './export-own-data.ts';
import { sweepExports } from './export-queries.ts';
import { packOwnData as pack } from './pack-own-data.ts';

export type { ExportState } from './export-own-data.ts';
export type OwnDataService = ReturnType<typeof createOwnData>;

export function createOwnData(context: OwnDataContext) {
  const { clock, db } = context;
  return {
    ...bindContext(context, {
      startExport,
      exportState: findExportState,
      openExport,
      pack,
      deleteAccount,
      deleteOnRequest,
      deleteOwnerless,
    }),
    jobs: (): JobKind[] => [createDeleteAccountJob(context), createExportJob(context)],
    /** Removes expired exports. */
    sweep: () => sweepExports(db, clock() - exportKeptMs),
  };
}
