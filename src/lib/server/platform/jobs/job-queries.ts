import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import type { JobKindName, JobTable } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { currentRequestId } from '../request-id.ts';

/** The position at which a job continues; kept as JSON. */
export type JobState = Record<string, string | number | null>;

export interface Job {
  id: string;
  kind: JobKindName;
  accountId: string;
  state: JobState;
  done: number;
  total: number;
  finishedAt: number | null;
  /** The request that began it, whose id its mails carry. */
  requestId: string | null;
}

export interface NewJob {
  kind: JobKindName;
  accountId: string;
  state: JobState;
  /** Number of rows to process, as far as is known. */
  total: number;
}

/** The progress of a job after a step. */
export interface JobProgress {
  state: JobState;
  done: number;
  total: number;
  /** Left out while there is more to do. `keep` is for a job whose result is to be fetched. */
  finished?: 'keep' | 'remove';
}

/** Another process has the job now, or it was cancelled, so the step must be rolled back. */
export class JobLost extends Error {
  constructor() {
    super('The job was taken over or cancelled.');
    this.name = 'JobLost';
  }
}

export function jobOfRow(row: JobTable): Job {
  return {
    id: row.id,
    kind: row.kind,
    accountId: row.account_id,
    state: JSON.parse(row.state) as JobState,
    done: row.done,
    total: row.total,
    finishedAt: row.finished_at,
    requestId: row.request_id,
  };
}

/**
 * Adds a job, in the transaction that makes it necessary. It replaces a job of the same kind and account, which would
 * do the same with older data. Wake the jobs after the commit.
 */
export async function enqueueJob(trx: WriteDb, job: NewJob, now: number): Promise<void> {
  const { kind, accountId, state, total } = job;
  await trx.deleteFrom('jobs').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  await trx
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      account_id: accountId,
      state: JSON.stringify(state),
      done: 0,
      total,
      created_at: now,
      due_at: now,
      lease: null,
      tries: 0,
      last_error: null,
      request_id: currentRequestId(),
      finished_at: null,
    })
    .execute();
}

/** Claims the job that is due longest, except one whose account has an older one. */
export async function claimJob(
  { engine, write }: Pick<Database, 'engine' | 'write'>,
  { lease, now, until }: { lease: string; now: number; until: number },
): Promise<Job | null> {
  const row = await write(async (trx) => {
    const due = trx
      .selectFrom('jobs')
      .select('jobs.id')
      .where('jobs.finished_at', 'is', null)
      .where('jobs.due_at', '<=', now)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('jobs as older')
              .select('older.id')
              .whereRef('older.account_id', '=', 'jobs.account_id')
              .where('older.finished_at', 'is', null)
              .whereRef('older.id', '<', 'jobs.id'),
          ),
        ),
      )
      .orderBy('jobs.due_at')
      .orderBy('jobs.id')
      .limit(1)
      // A node that claims at the same moment takes the next one.
      .$if(engine.name === 'postgres', (query) => query.forUpdate().skipLocked());
    return await trx
      .updateTable('jobs')
      .set({ lease, due_at: until })
      .where('id', '=', due)
      .where('due_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
  });
  return row ? jobOfRow(row) : null;
}

/**
 * Stores the progress of a job, in the transaction of the step.
 * @throws JobLost when this process has lost the job
 */
export async function keepProgress(
  trx: WriteDb,
  { id, lease }: { id: string; lease: string },
  { state, done, total, finished }: JobProgress,
  { now, until }: { now: number; until: number },
): Promise<void> {
  const row =
    finished === 'remove'
      ? await trx
          .deleteFrom('jobs')
          .where('id', '=', id)
          .where('lease', '=', lease)
          .returning('id')
          .executeTakeFirst()
      : await trx
          .updateTable('jobs')
          .set({
            state: JSON.stringify(state),
            done,
            total,
            tries: 0,
            last_error: null,
            due_at: until,
            ...(finished === 'keep' && { finished_at: now }),
          })
          .where('id', '=', id)
          .where('lease', '=', lease)
          .returning('id')
          .executeTakeFirst();
  if (!row) throw new JobLost();
}

/** Releases the job: due at once, or later after a failure. @returns the number of failures in a row */
export async function releaseJob(
  trx: WriteDb,
  { id, lease }: { id: string; lease: string },
  dueAt: (tries: number) => number,
  error?: string,
): Promise<number> {
  const row = await trx
    .selectFrom('jobs')
    .select('tries')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  const tries = (row?.tries ?? 0) + (error === undefined ? 0 : 1);
  await trx
    .updateTable('jobs')
    .set({ lease: null, tries, due_at: dueAt(tries), ...(error !== undefined && { last_error: error }) })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
  return tries;
}

/** Jobs that are not finished, and how many of them failed at their last step. */
export async function countJobs(db: ReadDb): Promise<{ waiting: number; failing: number }> {
  return await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('last_error', 'is not', null).as('failing'),
    ])
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
}
