export type Worker = ReturnType<typeof createWorker>;

const pollMs = 5_000;

/**
 * A loop over work that waits in a table. It runs when it is woken, and every few seconds for what is due later.
 * @param next does one unit of work; resolves with false when nothing is due
 * @param onFailure called with the error of `next` in a flush that nobody waited for
 */
export function createWorker(next: () => Promise<boolean>, onFailure: (error: unknown) => void) {
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

  const worker = {
    /** Works until nothing is due. Calls that overlap share the work. */
    flush(): Promise<void> {
      // For work that was added just after the last search found none.
      again = true;
      // One turn later, so that `running` is set before the work ends.
      running ??= Promise.resolve().then(work);
      return running;
    },
    /** Flushes without being waited for. */
    wake(): void {
      if (!stopping) worker.flush().catch(onFailure);
    },
    /** Wakes at once, and every few seconds from now on. */
    start(): void {
      timer = setInterval(worker.wake, pollMs).unref();
      worker.wake();
    },
    /** Resolves when the current unit is finished. No other one begins. */
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(timer);
      // A failure was reported where the work was begun.
      await running?.catch(() => undefined);
    },
    isStopping,
  };
  return worker;
}
