// Round robin: one job at a time, the clients in turn, so that a client with many jobs delays only its own.

export function createFairQueue() {
  /** Waiting jobs by client, in the order of turns: a client whose job ran goes to the end. */
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
    /** Resolves or rejects as `job` does, which runs when its turn has come. */
    run<Result>(client: string, job: () => Promise<Result>): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const line = lines.get(client) ?? [];
      line.push(async () => {
        try {
          resolve(await job());
        } catch (error) {
          reject(error);
        }
      });
      lines.set(client, line);
      waiting += 1;
      void work();
      return promise;
    },
    /** Jobs that wait or run. */
    size: () => waiting + (isRunning ? 1 : 0),
    /** Jobs of the client that wait, without the running one. */
    waitingOf: (client: string) => lines.get(client)?.length ?? 0,
  };
}
