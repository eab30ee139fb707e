/** A loop over work that waits in a table. It runs when it is woken, and every few seconds for what is due later. */
export interface Worker {
  /** Works until nothing is due. Calls that overlap share the work. */
  flush(): Promise<void>;
  /** Flushes without being waited for. */
  wake(): void;
  /** Wakes at once, and every few seconds from now on. */
  start(): void;
  /** Resolves when the current unit is finished. No other one begins. */
  stop(): Promise<void>;
  isStopping(): boolean;
}

const pollMs = 5_000;

/**
 * @param next does one unit of work; resolves with false when nothing is due
 * @param onFailure called with the error of `next` in a flush that nobody waited for
 */
export function createWorker(next: () => Promise<boolean>, onFailure: (error: unknown) => void): Worker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopping = false;
  let again = false;
  const isStopping = (): boolean => stopping;

  async function work(): Promise<void> {
    try {
      while (again && !isStopping()) {
        again = false;
        while (!isStopping() && (await next()));
      }
    } finally {
      // In the same turn as the last look at `again`: a flush that begins later has to begin to work.
      running = undefined;
    }
  }

  const worker: Worker = {
    flush() {
      // For work that was added just after the last search found none.
      again = true;
      // One turn later, so that `running` is set before the work ends.
      running ??= Promise.resolve().then(work);
      return running;
    },
    wake() {
      if (!stopping) worker.flush().catch(onFailure);
    },
    start() {
      timer = setInterval(worker.wake, pollMs).unref();
      worker.wake();
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      // A failure was reported where the work was begun.
      await running?.catch(() => undefined);
    },
    isStopping,
  };
  return worker;
}
