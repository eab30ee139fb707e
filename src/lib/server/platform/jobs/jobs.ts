// Work on many rows that a request begins and no request waits for. A job is a row of table `jobs`, which a process
// claims as it claims mails from the outbox. Each step is one small transaction that also stores the progress, so a job
// that is interrupted continues elsewhere where it stood. Why: docs/decisions/012-jobs.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Base } from '../base.ts';
import { noteChanged } from '../db/after-commit.ts';
import type { ReadDb, WriteDb } from '../db/database.ts';
import { claimDue, hasRow } from '../db/statements.ts';
import type { Row } from '../db/schema.ts';
import type { JobKindName } from '../db/schema/work.ts';
import { newId } from '../ids.ts';
import { dataKey } from '../reads/data-keys.ts';
import { currentRequestId, runForRequest } from '../request-id.ts';
import { createWorker, type Worker } from '../worker.ts';

/** The position at which a job continues; kept as JSON. */
export type JobState = Record<string, string | number | null>;

export interface Job {
  /** Of which of its kind it is the only one. */
  accountId: string;
  state: JobState;
}

export interface JobKind {
  name: JobKindName;
  /**
   * Does one step on up to `batch` rows, in a transaction that also stores the state that it returns; null when the job
   * is done.
   */
  step(trx: WriteDb, job: Job, batch: number): Promise<JobState | null>;
}

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

const notYet = 'A job could not go on yet';

/** Another process has the job now, or it was cancelled, so the step is rolled back. */
const jobLost = new Error('The job was taken over or cancelled.');

/**
 * Adds a job, in the transaction that makes it necessary. It replaces a job of the same kind and account, which would
 * do the same with older data.
 */
export async function enqueueJob(
  trx: WriteDb,
  { kind, accountId, state }: Job & { kind: JobKindName },
  now: number,
): Promise<void> {
  noteChanged(dataKey.jobs);
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

export function createJobs({ db, clock, log }: Omit<Base, 'secret'>, kinds: readonly JobKind[]): Worker {
  /** Changes the job where this process still has it. */
  const change = (trx: WriteDb, id: string, lease: string, columns: Partial<Row<'jobs'>>) =>
    trx.updateTable('jobs').set(columns).where('id', '=', id).where('lease', '=', lease).returning('id');

  async function workOnNext(): Promise<boolean> {
    const lease = newId();
    const now = clock();
    const row = await claimDue(db, 'jobs', { now, until: now + leaseMs, set: sql`, lease = ${lease}` });
    if (!row) return false;
    const { id, account_id: accountId, request_id: request } = row;
    const until = performance.now() + sliceMs;
    let { tries } = row;
    let state = JSON.parse(row.state) as JobState | null;
    const release = (columns: Partial<Row<'jobs'>>) =>
      db.write((trx) => change(trx, id, lease, { lease: null, ...columns }).execute());

    const step = (kind: JobKind, before: JobState) =>
      db.write(async (trx) => {
        const after = await kind.step(trx, { accountId, state: before }, batch);
        const kept = { state: JSON.stringify(after), tries: 0, last_error: null, due_at: clock() + leaseMs };
        if (!(await hasRow(change(trx, id, lease, kept)))) throw jobLost;
        if (after === null) await trx.deleteFrom('jobs').where('id', '=', id).execute();
        return after;
      });
    try {
      const kind = kinds.find(({ name }) => name === row.kind);
      if (!kind) throw new Error(`There is no job of the kind ${row.kind}.`);
      await runForRequest(request, async () => {
        while (state && !worker.isStopping() && performance.now() < until) {
          state = await step(kind, state);
          tries = 0;
          if (state) await sleep(restMs);
        }
      });
      if (state) await release({ due_at: clock() });
    } catch (error) {
      if (error === jobLost) return true;
      tries += 1;
      const due_at = clock() + Math.min(retry.maxMs, retry.firstMs * 2 ** (tries - 1));
      const last_error = error instanceof Error ? error.message : 'unknown';
      await release({ tries, due_at, last_error });
      log?.[tries > 3 ? 'error' : 'warn'](notYet, { kind: row.kind, tries, request, error });
    }
    return true;
  }

  const worker = createWorker(workOnNext, (error) => log?.warn(notYet, { error }));
  return worker;
}
