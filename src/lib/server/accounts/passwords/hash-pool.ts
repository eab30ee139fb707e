// One thread that hashes passwords, started for the first hash and again for the first one after it has died.
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

export interface HashPool<Task, Result> {
  /** Rejects with the task's own error, or where the thread dies meanwhile. */
  run(task: Task): Promise<Result>;
}

/** @param file a module whose default export does a task */
export function createHashPool<Task, Result>(file: URL): HashPool<Task, Result> {
  let pool: Piscina<Task, Result> | undefined;

  /**
   * A pool serves for one life of its thread. It would start the next thread at once, whether or not there is anything
   * to do, and where that one could not start, a task would wait for ever.
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
    // A thread that died with nothing to do harms nobody, but an operator may want to know.
    opened.on('error', (error: Error) => process.emitWarning(error));
    return opened;
  }

  return {
    run(task) {
      pool ??= open();
      return pool.run(task);
    },
  };
}
