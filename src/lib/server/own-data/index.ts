// Everything of one user: handed over, or taken away. Last of the slices, because it knows what each of the others
// holds.
import type { Caller, Client } from '../accounts/index.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import type { OwnDataContext } from './context.ts';
import type { InTransaction } from '../platform/idempotency/kept-answers.ts';
import { createDeleteAccountJob } from './delete-account-job.ts';
import { deleteAccount, deleteOwnerless } from './delete-account.ts';
import { createExportJob } from './export-job.ts';
import { exportKeptMs, findExportState, openExport, startExport } from './export-own-data.ts';
import { sweepExports } from './export-queries.ts';
import { packOwnData, type PackedPicture } from './pack-own-data.ts';

export type { ExportState } from './export-own-data.ts';
export type { PackedPicture };
export type OwnDataService = ReturnType<typeof createOwnData>;

export function createOwnData(context: OwnDataContext) {
  const { clock, db } = context;
  return {
    /** @throws AppError 400 when the password is not the caller's, 429 */
    startExport: (caller: Caller, password: string, client: Client) =>
      startExport(context, caller, password, client),
    exportState: (caller: Caller) => findExportState(context, caller),
    /** @throws AppError 403 for a token that is not valid */
    openExport: (userId: string, token: string) => openExport(context, userId, token),
    /** A ZIP of the text and the pictures, made while it is read. */
    pack: (text: Iterable<string>, pictures: Iterable<PackedPicture>) => packOwnData(context, text, pictures),
    /** @throws AppError 400 when the password is not the caller's */
    deleteAccount: (caller: Caller, password: string, client: Client, keep?: InTransaction<void>) =>
      deleteAccount(context, caller, password, client, keep),
    /** Deletes an account without a password: nobody confirms it, and nobody is told by mail. */
    deleteOwnerless: (userId: string) => deleteOwnerless(context, userId),
    /** What the worker of jobs does for this slice. */
    jobs: (): JobKind[] => [createDeleteAccountJob(context), createExportJob(context)],
    /** Removes exports that nobody may fetch any more. */
    sweep: () => sweepExports(db, clock() - exportKeptMs),
  };
}
