// Work on many rows, such as the deletion of an account of 100,000 listings: rows of table `jobs`, which a process
// takes as it takes mails from the outbox. Each step is one small transaction that also notes how far the job has come,
// so a job that is cut off goes on elsewhere where it stood. Why, and the figures: docs/decisions/012-jobs.md.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import type { JobKindName } from '../db/schema.ts';
import { newId } from '../ids.ts';
import {
  claimJob,
  keepProgress,
  releaseJob,
  JobLost,
  type Job,
  type JobProgress,
  type JobState,
} from './job-queries.ts';

export interface JobStep {
  job: Job;
  /** Rows to take in this step: so many that it holds the database and the thread for a few milliseconds. */
  batch: number;
  /**
   * Runs `work` in one transaction, together with the note of how far the job has come. Once a step.
   * @throws JobLost when the job is another process's, or called off
   */
  commit(work: (trx: WriteDb) => Promise<JobProgress>): Promise<void>;
}

export interface JobKind {
  name: JobKindName;
  /** Does one step. */
  step(step: JobStep): Promise<void>;
  /** When the job is done, or others get their turn: for what need not be said after each step. */
  pause?(job: Job): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  kinds: readonly JobKind[];
  /** Told of every step that failed. */
  onFailure(failure: { kind: string; tries: number; error: unknown }): void;
}

export interface Jobs {
  /** Works on what is due; resolves when nothing more is. Calls that overlap share the work. */
  flush(): Promise<void>;
  /** Flushes without being waited for. */
  wake(): void;
  /** Looks for due jobs from now on, at once and every few seconds. */
  start(): void;
  /** Finishes the step in hand. */
  stop(): Promise<void>;
}

/** A process that dies leaves its job to the others after this long. */
const leaseMs = 30_000;
const pollMs = 5_000;
/** After so long the next job gets its turn, so that a large one does not keep small ones waiting. */
const sliceMs = 1_000;
const retry = { firstMs: 1_000, maxMs: 600_000 };
/**
 * How long the queries of a step should take together. SQLite answers in the thread that serves pages, so a step is
 * about as long as a page takes; PostgreSQL only holds locks meanwhile.
 */
const targetMs = { sqlite: 3, postgres: 20 };
/** Others have the thread and the database for so many times as long as a step took. */
const restFactor = 2;
const batches = { first: 8, most: 500 };

/** The next batch, so that a step comes near its target; by small steps upwards, at once downwards. */
export function nextBatch(batch: number, tookMs: number, wantedMs: number): number {
  if (tookMs > wantedMs * 1.3) return Math.max(1, Math.floor((batch * wantedMs) / tookMs));
  return tookMs < wantedMs * 0.7 ? Math.min(batches.most, Math.ceil(batch * 1.25)) : batch;
}

export function createJobs({ db, clock, kinds, onFailure }: Options): Jobs {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const state = { stopping: false, again: false };
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

  async function runSlice(kind: JobKind, claimed: Job, lease: string): Promise<void> {
    const until = performance.now() + sliceMs;
    let job: Job | null = claimed;
    let batch = batches.first;
    while (job && !state.stopping && performance.now() < until) {
      const { after, tookMs } = await runStep(kind, job, lease, batch);
      job = after;
      batch = nextBatch(batch, tookMs, wantedMs);
      if (job) await sleep(Math.min(50, Math.max(1, tookMs * restFactor)));
    }
    if (job) await db.write((trx) => releaseJob(trx, { id: claimed.id, lease }, () => clock()));
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
      await runSlice(kind, job, lease);
    } catch (error) {
      if (error instanceof JobLost) return true;
      const reason = error instanceof Error ? error.message : 'unknown';
      const dueAt = (tries: number) => clock() + Math.min(retry.maxMs, retry.firstMs * 2 ** (tries - 1));
      const tries = await db.write((trx) => releaseJob(trx, { id: job.id, lease }, dueAt, reason));
      onFailure({ kind: job.kind, tries, error });
    }
    return true;
  }

  async function work(): Promise<void> {
    // Both can change while this waits.
    const mayGoOn = (): boolean => !state.stopping;
    const wasWoken = (): boolean => state.again;
    do {
      state.again = false;
      while (mayGoOn() && (await workOnNext()));
    } while (mayGoOn() && wasWoken());
  }

  const jobs: Jobs = {
    flush() {
      // Covers a job that was added just after the last search found none.
      state.again = true;
      running ??= work().finally(() => {
        running = undefined;
      });
      return running;
    },
    wake() {
      if (state.stopping) return;
      jobs.flush().catch((error: unknown) => onFailure({ kind: '', tries: 0, error }));
    },
    start() {
      timer = setInterval(jobs.wake, pollMs);
      timer.unref();
      jobs.wake();
    },
    async stop() {
      state.stopping = true;
      clearInterval(timer);
      // A failure was reported where the work was begun.
      await running?.catch(() => undefined);
    },
  };
  return jobs;
}

export { callOffJobs, enqueueJob, findJob, removeFinished, storeResult } from './job-queries.ts';
export type { Job, JobProgress, JobState };
