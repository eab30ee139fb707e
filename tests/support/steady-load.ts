// Readers and a writer at a steady rate that count failed and stale answers.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './fresh-everywhere.ts';
import { connect } from './connection.ts';
import { percentile } from './server-process.ts';

export interface LoadTally {
  requests: number;
  writes: number;
  /** Requests without an answer or with an error, and the error. */
  failed: string[];
  /** Answers that lack a write acknowledged more than `staleAfterMs` before. */
  stale: number;
  /** Latency in milliseconds, measured from when a request was due. */
  p50: number;
  p99: number;
  slowest: number;
}

interface LoadOptions {
  origin: string;
  access: string;
  /** Requests a second in total; `writesPerSecond` of them change the app that the others read. */
  perSecond: number;
  writesPerSecond: number;
  staleAfterMs: number;
}

/** @returns a function that ends the load and returns its tally */
export async function startLoad({
  origin,
  access,
  perSecond,
  writesPerSecond,
  staleAfterMs,
}: LoadOptions): Promise<() => Promise<LoadTally>> {
  const setUp = connect(origin);
  const appId = await createApp(setUp, access, `Under load ${Date.now()}`);
  const path = `/api/v1/app/${appId}/`;
  const { name_id } = JSON.parse((await setUp.send('GET', path)).text) as { name_id: string };
  setUp.close();
  const pages = [path, `/app/${name_id}`, path, `/app/${name_id}?from=elsewhere`];

  /** The time when each version was acknowledged. */
  const acknowledged: number[] = [performance.now()];
  const failed: string[] = [];
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  let [writes, stale, running] = [0, 0, true];

  /** The newest version that every reader must see by now. */
  function expected(now: number): number {
    let version = acknowledged.length - 1;
    while (version > 0 && (acknowledged[version] ?? 0) > now - staleAfterMs) version -= 1;
    return version;
  }

  async function read(number: number, due: number): Promise<void> {
    const target = pages[number % pages.length] ?? path;
    const least = expected(performance.now());
    try {
      const answer = await fetch(origin + target, { signal: AbortSignal.timeout(20_000) });
      const text = await answer.text();
      latencies.push(performance.now() - due);
      const version = Number(/Version (\d+)\./.exec(text)?.[1] ?? Number.NaN);
      if (answer.status !== 200 || Number.isNaN(version))
        failed.push(`GET ${target}: ${answer.status} ${text.slice(0, 80)}`);
      else if (version < least) stale += 1;
    } catch (error) {
      failed.push(`GET ${target}: ${String(error)}`);
    }
  }

  /** Writes one after another, so that their order is known. */
  async function keepWriting(): Promise<void> {
    let due = performance.now();
    while (running) {
      due += 1_000 / writesPerSecond;
      await sleep(Math.max(0, due - performance.now()));
      const version = acknowledged.length;
      try {
        const answer = await fetch(origin + path, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
          body: JSON.stringify({ description: `Version ${version}.` }),
          signal: AbortSignal.timeout(20_000),
        });
        const text = await answer.text();
        if (answer.status === 200) {
          acknowledged.push(performance.now());
          writes += 1;
        } else {
          failed.push(`PATCH: ${answer.status} ${text.slice(0, 80)}`);
        }
      } catch (error) {
        failed.push(`PATCH: ${String(error)}`);
      }
    }
  }

  async function keepReading(): Promise<void> {
    let due = performance.now();
    for (let number = 0; running; number += 1) {
      due += 1_000 / (perSecond - writesPerSecond);
      await sleep(Math.max(0, due - performance.now()));
      const reading = read(number, due).finally(() => underWay.delete(reading));
      underWay.add(reading);
    }
  }

  const all = [keepWriting(), keepReading()];
  return async () => {
    running = false;
    await Promise.all(all);
    await Promise.all(underWay);
    return {
      requests: latencies.length + writes,
      writes,
      failed,
      stale,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      slowest: Math.max(...latencies),
    };
  };
}
