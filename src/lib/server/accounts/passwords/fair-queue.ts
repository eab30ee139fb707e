// One job at a time, the clients in turn. Threat: one client with many jobs must wait behind its own, and not before
// others'.

export interface FairQueue {
  /** Runs `job` when its turn has come. */
  run<Result>(client: string, job: () => Promise<Result>): Promise<Result>;
  /** How many jobs wait or are under way. */
  size(): number;
  /** How many jobs of the client wait; the one under way is not among them. */
  waitingOf(client: string): number;
}

export function createFairQueue(): FairQueue {
  /** In the order of turns: whoever had one goes to the end. */
  const lines = new Map<string, (() => Promise<void>)[]>();
  let waiting = 0;
  let isRunning = false;

  function takeNext(): (() => Promise<void>) | undefined {
    for (const [client, line] of lines) {
      const job = line.shift();
      lines.delete(client);
      if (line.length > 0) lines.set(client, line);
      if (job) {
        waiting -= 1;
        return job;
      }
    }
    return undefined;
  }

  async function work(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = takeNext(); job; job = takeNext()) await job();
    isRunning = false;
  }

  return {
    run<Result>(client: string, job: () => Promise<Result>): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const line = lines.get(client) ?? [];
      // What the job rejects with is the caller's; the queue goes on.
      line.push(() => job().then(resolve, reject));
      lines.set(client, line);
      waiting += 1;
      void work();
      return promise;
    },
    size: () => waiting + (isRunning ? 1 : 0),
    waitingOf: (client) => lines.get(client)?.length ?? 0,
  };
}
