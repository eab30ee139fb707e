// Group commit: writes that arrive together share a commit, and with it the sync of the log. On a disk that takes a
// millisecond for a sync, this is the difference between hundreds of writes a second and thousands. Each write has a
// savepoint of its own, so that one that fails undoes nothing of the others.
import { AsyncResource } from 'node:async_hooks';
import { sql, type Kysely, type Transaction } from 'kysely';

interface Job<Schema> {
  /** Runs on behalf of its own request, not of the one that has woken the group. */
  work(trx: Transaction<Schema>): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Maximum wait of a group for more jobs, in milliseconds, while each turn of the event loop adds some. A commit takes
 * about half a millisecond.
 */
const gatherMs = 4;
/** A group takes no more jobs after this many milliseconds, because its jobs wait for the last one. */
const groupMs = 8;

/**
 * Runs writes of one connection in groups.
 * @param isOpen whether the connection is in a transaction; SQLite ends it by itself when the disk fails
 * @returns `write`
 */
export function createGroupCommit<Schema>(
  kysely: Kysely<Schema>,
  isOpen: () => boolean,
): <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) => Promise<Result> {
  const waiting: Job<Schema>[] = [];
  let running = false;

  async function runGroup(): Promise<void> {
    const jobs: Job<Schema>[] = [];
    /** What tells the callers after the commit. */
    const outcomes: (() => void)[] = [];
    try {
      const trx = await kysely.startTransaction().execute();
      try {
        const until = performance.now() + groupMs;
        do {
          const job = waiting.shift();
          if (!job) break;
          jobs.push(job);
          outcomes.push(await runBehindSavepoint(trx, job));
        } while (performance.now() < until);
        await trx.commit().execute();
      } catch (error) {
        // Called even if the database has rolled back by itself, because it releases the connection.
        if (!trx.isCommitted) await trx.rollback().execute();
        throw error;
      }
    } catch (error) {
      // The transaction could not begin. All waiting jobs are rejected, because each would wait as long for the same.
      if (jobs.length === 0) jobs.push(...waiting.splice(0));
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const tell of outcomes) tell();
  }

  async function runBehindSavepoint(trx: Transaction<Schema>, job: Job<Schema>): Promise<() => void> {
    try {
      await savepoint.execute(trx);
      const result = await job.work(trx);
      await release.execute(trx);
      return () => job.resolve(result);
    } catch (error) {
      // The database has rolled back the whole group.
      if (!isOpen()) throw error;
      await rollback.execute(trx);
      await release.execute(trx);
      return () => job.reject(error);
    }
  }

  /**
   * Begins a group when a turn of the event loop has brought no more jobs: requests that arrived at the same moment get
   * here one after the other.
   */
  function gather(until = performance.now() + gatherMs): void {
    const before = waiting.length;
    setImmediate(() => {
      if (waiting.length > before && performance.now() < until) gather(until);
      else void runGroups();
    });
  }

  async function runGroups(): Promise<void> {
    await runGroup();
    running = false;
    wake();
  }

  function wake(): void {
    if (running || waiting.length === 0) return;
    running = true;
    gather();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work: AsyncResource.bind(work), resolve, reject });
      wake();
    });
}

const savepoint = sql`savepoint job`;
const release = sql`release savepoint job`;
const rollback = sql`rollback to savepoint job`;
