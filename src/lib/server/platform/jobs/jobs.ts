// Work on many rows, such as deleting an account with 100,000 listings. A job is a row of table `jobs`, which a process
// claims as it claims mails from the outbox. Each step is one small transaction that also stores the progress, so a job
// that is interrupted continues elsewhere where it stood. Why, and the figures: docs/decisions/012-jobs.md.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import type { JobKindName } from '../db/schema.ts';
import { newId } from '../ids.ts';
import { runForRequest } from '../request-id.ts';
import { createWorker, type Worker } from '../worker.ts';
import { claimJob, keepProgress, releaseJob, JobLost, type Job, type JobProgress } from './job-queries.ts';

export interface JobStep {
  job: Job;
  /** Rows to take in this step, which should hold the database and the thread for a few milliseconds. */
  batch: number;
  /**
   * Runs `work` in one transaction that also stores the progress. Call it once a step.
   * @throws JobLost when another process has the job, or it was cancelled
   */
  commit(work: (trx: WriteDb) => Promise<JobProgress>): Promise<void>;
}

export interface JobKind {
  name: JobKindName;
  /** Does one step. */
  step(step: JobStep): Promise<void>;
  /** Called when the job is done, fails, or pauses for others: for what need not be published after each step. */
  pause?(job: Job): Promise<void>;
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
 * Target for the queries of a step together, in milliseconds. SQLite runs in the thread that serves pages, so a step
 * takes about as long as a page; PostgreSQL only holds locks meanwhile.
 */
const targetMs = { sqlite: 3, postgres: 20 };
/** Pause after a step, as a multiple of its duration. */
const restFactor = 2;
const batches = { first: 8, most: 500 };

/** The next batch size, so that a step comes near its target: grows slowly and shrinks at once. */
export function nextBatch(batch: number, tookMs: number, wantedMs: number): number {
  if (tookMs > wantedMs * 1.3) return Math.max(1, Math.floor((batch * wantedMs) / tookMs));
  return tookMs < wantedMs * 0.7 ? Math.min(batches.most, Math.ceil(batch * 1.25)) : batch;
}

export function createJobs({ db, clock, kinds, onFailure }: Options): Jobs {
  const wantedMs = targetMs[db.engine.name];

  /** @returns the job after the step, null once it is done, and how long its queries took */
  async function runStep(kind: JobKind, job: Job, lease: string, batch: number) {
    let [inside, committing] = [0, 0];
    const outcome: { after: Job | null } = { after: job };
    const began = performance.now();
    await kind.step({
      job,
      batch,
      async commit(work) {
        const from = performance.now();
        outcome.after = await db.write(async (trx) => {
          const start = performance.now();
          const progress = await work(trx);
          const now = clock();
          await keepProgress(trx, { id: job.id, lease }, progress, { now, until: now + leaseMs });
          inside = performance.now() - start;
          const { finished, done, total } = progress;
          return finished ? null : { ...job, state: progress.state, done, total };
        });
        committing = performance.now() - from;
      },
    });
    const tookMs = performance.now() - began - committing + inside;
    return { after: outcome.after, tookMs };
  }

  async function runSteps(kind: JobKind, claimed: Job, lease: string): Promise<void> {
    const until = performance.now() + sliceMs;
    let job: Job | null = claimed;
    let batch = batches.first;
    while (job && !worker.isStopping() && performance.now() < until) {
      const { after, tookMs } = await runStep(kind, job, lease, batch);
      job = after;
      batch = nextBatch(batch, tookMs, wantedMs);
      if (job) await sleep(Math.min(50, Math.max(1, tookMs * restFactor)));
    }
    if (job) await db.write((trx) => releaseJob(trx, { id: claimed.id, lease }, () => clock()));
  }

  async function runSlice(kind: JobKind, claimed: Job, lease: string): Promise<void> {
    try {
      await runSteps(kind, claimed, lease);
    } catch (error) {
      // The steps before the failed one are committed, so that what they changed has to be published.
      await kind.pause?.(claimed).catch((failure: unknown) => {
        onFailure({ kind: kind.name, tries: 0, request: claimed.requestId, error: failure });
      });
      throw error;
    }
    await kind.pause?.(claimed);
  }

  async function workOnNext(): Promise<boolean> {
    const lease = newId();
    const now = clock();
    const job = await claimJob(db, { lease, now, until: now + leaseMs });
    if (!job) return false;
    try {
      const kind = kinds.find(({ name }) => name === job.kind);
      if (!kind) throw new Error(`There is no job of the kind ${job.kind}.`);
      await runForRequest(job.requestId, () => runSlice(kind, job, lease));
    } catch (error) {
      if (error instanceof JobLost) return true;
      const reason = error instanceof Error ? error.message : 'unknown';
      const dueAt = (tries: number) => clock() + Math.min(retry.maxMs, retry.firstMs * 2 ** (tries - 1));
      const tries = await db.write((trx) => releaseJob(trx, { id: job.id, lease }, dueAt, reason));
      onFailure({ kind: job.kind, tries, request: job.requestId, error });
    }
    return true;
  }

  const worker = createWorker(workOnNext, (error) => onFailure({ kind: '', tries: 0, request: null, error }));
  return worker;
}

export { enqueueJob } from './job-queries.ts';
export type { Job, JobProgress };
