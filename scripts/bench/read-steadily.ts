// Readers who request one address at a steady rate, together `perSecond` times a second.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface SteadyReaders {
  connections: number;
  perSecond: number;
  seconds: number;
}

/** @returns milliseconds of each answer */
export async function readSteadily(
  url: string,
  { connections, perSecond, seconds }: SteadyReaders,
): Promise<number[]> {
  const worker = new Worker(new URL('./steady-reader-thread.ts', import.meta.url), {
    workerData: { url, connections, everyMs: (connections * 1_000) / perSecond, forMs: seconds * 1_000 },
  });
  const [times] = (await once(worker, 'message')) as [number[]];
  return times;
}
