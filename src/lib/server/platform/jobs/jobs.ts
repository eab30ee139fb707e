// Work on many rows that a request begins and no request waits for. A job is a row of table `jobs`, which a process
// claims as it claims mails from the outbox. Each step is one small transaction that also stores the progress, so a job
// that is interrupted continues elsewhere where it stood. Why: docs/decisions/012-jobs.md.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { noteWork } from '../db/after-commit.ts';
import type { Database, ReadDb, WriteDb } from '../db/database.ts';
import type { JobTable } from '../db/schema.ts';
import type { JobKindName } from '../db/schema/work.ts';
import { newId } from '../ids.ts';
import { currentRequestId, runForRequest } from '../request-id.ts';
import { createWorker, type Worker } from '../worker.ts';

/** The position at which a job continues; kept as JSON. */
export type JobState = Record<string, string | number | null>;

export interface Job {
  id: string;
  kind: JobKindName;
  accountId: string;
  state: JobState;
  /** The request that began it, whose id its mails carry. */
  requestId: string | null;
}

export interface JobStep {
  job: Job;
  /** Rows to take in this step. */
  batch: number;
  /**
   * Runs `work` in one transaction that also stores the state that it returns; null when the job is done. Call it once
   * a step.
   * @throws JobLost when another process has the job, or it was cancelled
   */
  commit(work: (trx: WriteDb) => Promise<JobState | null>): Promise<void>;
}

export interface JobKind {
  name: JobKindName;
  /** Does one step. */
  step(step: JobStep): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  kinds: readonly JobKind[];
  /** Called for every failed step. */
  onFailure(failure: { kind: string; tries: number; request: string | null; error: unknown }): void;
}

export type Jobs = Worker;

/** After this long another process may claim the job of one that died. Milliseconds. */
const leaseMs = 30_000;
/** Maximum time on one job before the next one has its turn, so that large jobs do not delay small ones. */
const sliceMs = 1_000;
const retry = { firstMs: 1_000, maxMs: 600_000 };
/**
 * SQLite runs in the thread that serves pages, so a step should take about as long as a page. The costs of a commit and
 * of the search index are shared by the rows of a step.
 */
const batch = 8;
/** Pause after a step, for everybody else. */
const restMs = 10;

/** Another process has the job now, or it was cancelled, so the step must be rolled back. */
class JobLost extends Error {
  constructor() {
    super('The job was taken over or cancelled.');
    this.name = 'JobLost';
  }
}

const jobOfRow = ({ id, kind, account_id, state, request_id }: JobTable): Job => ({
  id,
  kind,
  accountId: account_id,
  state: JSON.parse(state) as JobState,
  requestId: request_id,
});

/**
 * Adds a job, in the transaction that makes it necessary. It replaces a job of the same kind and account, which would
 * do the same with older data.
 */
export async function enqueueJob(
  trx: WriteDb,
  { kind, accountId, state }: Pick<Job, 'kind' | 'accountId' | 'state'>,
  now: number,
): Promise<void> {
  noteWork('jobs');
  await trx.deleteFrom('jobs').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  await trx
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      account_id: accountId,
      state: JSON.stringify(state),
      created_at: now,
      due_at: now,
      lease: null,
      tries: 0,
      last_error: null,
      request_id: currentRequestId(),
    })
    .execute();
}

/** Jobs that are not finished, and how many of them failed at their last step. */
export async function countJobs(db: ReadDb): Promise<{ waiting: number; failing: number }> {
  return await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('last_error', 'is not', null).as('failing'),
    ])
    .executeTakeFirstOrThrow();
}

export function createJobs({ db, clock, kinds, onFailure }: Options): Jobs {
  /** Claims the job that is due longest, except one whose account has an older job. */
  async function claim(lease: string): Promise<Job | null> {
    const now = clock();
    const row = await db.write(async (trx) => {
      const due = trx
        .selectFrom('jobs')
        .select('jobs.id')
        .where('jobs.due_at', '<=', now)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('jobs as older')
                .select('older.id')
                .whereRef('older.account_id', '=', 'jobs.account_id')
                .whereRef('older.id', '<', 'jobs.id'),
            ),
          ),
        )
        .orderBy('jobs.due_at')
        .orderBy('jobs.id')
        .limit(1)
        // A node that claims at the same moment takes the next one.
        .$if(db.engine.name === 'postgres', (query) => query.forUpdate().skipLocked());
      return await trx
        .updateTable('jobs')
        .set({ lease, due_at: now + leaseMs })
        .where('id', '=', due)
        .where('due_at', '<=', now)
        .returningAll()
        .executeTakeFirst();
    });
    return row ? jobOfRow(row) : null;
  }

  /** @returns the state after the step; null once the job is done */
  async function runStep(kind: JobKind, job: Job, lease: string): Promise<JobState | null> {
    const outcome: { state: JobState | null } = { state: job.state };
    await kind.step({
      job,
      batch,
      async commit(work) {
        outcome.state = await db.write(async (trx) => {
          const state = await work(trx);
          const kept = {
            state: JSON.stringify(state),
            tries: 0,
            last_error: null,
            due_at: clock() + leaseMs,
          };
          const changed =
            state === null
              ? trx.deleteFrom('jobs').where('id', '=', job.id).where('lease', '=', lease).returning('id')
              : trx
                  .updateTable('jobs')
                  .set(kept)
                  .where('id', '=', job.id)
                  .where('lease', '=', lease)
                  .returning('id');
          if (!(await changed.executeTakeFirst())) throw new JobLost();
          return state;
        });
      },
    });
    return outcome.state;
  }

  async function release(id: string, lease: string, columns: Partial<JobTable>): Promise<void> {
    await db.write((trx) =>
      trx
        .updateTable('jobs')
        .set({ lease: null, ...columns })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute(),
    );
  }

  async function runSlice(kind: JobKind, job: Job, lease: string): Promise<void> {
    const until = performance.now() + sliceMs;
    let state: JobState | null = job.state;
    while (state && !worker.isStopping() && performance.now() < until) {
      state = await runStep(kind, { ...job, state }, lease);
      if (state) await sleep(restMs);
    }
    if (state) await release(job.id, lease, { due_at: clock() });
  }

  async function workOnNext(): Promise<boolean> {
    const lease = newId();
    const job = await claim(lease);
    if (!job) return false;
    try {
      const kind = kinds.find(({ name }) => name === job.kind);
      if (!kind) throw new Error(`There is no job of the kind ${job.kind}.`);
      await runForRequest(job.requestId, () => runSlice(kind, job, lease));
    } catch (error) {
      if (error instanceof JobLost) return true;
      const row = await db.read
        .selectFrom('jobs')
        .select('tries')
        .where('id', '=', job.id)
        .executeTakeFirst();
      const tries = (row?.tries ?? 0) + 1;
      const due_at = clock() + Math.min(retry.maxMs, retry.firstMs * 2 ** (tries - 1));
      const last_error = error instanceof Error ? error.message : 'unknown';
      await release(job.id, lease, { tries, due_at, last_error });
      onFailure({ kind: job.kind, tries, request: job.requestId, error });
    }
    return true;
  }

  const worker = createWorker(workOnNext, (error) => onFailure({ kind: '', tries: 0, request: null, error }));
  return worker;
}
