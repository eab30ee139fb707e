// One thread that hashes passwords. It starts with the first hash, and again with the next one after it has died.
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

interface HashPool<Task, Result> {
  /** Rejects with the task's error, when the thread dies meanwhile, or when none can be started. */
  run(task: Task): Promise<Result>;
}

/** @param file a module whose default export runs a task */
export function createHashPool<Task, Result>(file: URL): HashPool<Task, Result> {
  let pool: Piscina<Task, Result> | undefined;

  /**
   * Opens a pool for one lifetime of its thread. By itself Piscina starts the next thread at once, and where that one
   * cannot start, a task waits forever.
   */
  function open(): Piscina<Task, Result> {
    const opened = new Piscina<Task, Result>({
      filename: fileURLToPath(file),
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Infinity,
    });
    opened.once('workerDestroy', () => {
      if (pool === opened) pool = undefined;
      void opened.destroy();
    });
    // No task sees that an idle thread has died, so that the operator is warned.
    opened.on('error', (error: Error) => process.emitWarning(error));
    return opened;
  }

  return {
    async run(task) {
      // Throws where the machine has no thread left; the next task tries again.
      pool ??= open();
      return await pool.run(task);
    },
  };
}
