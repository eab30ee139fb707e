// A thread that requests one address at a steady rate and reports the times of the answers. autocannon's own rate limit
// sends bursts, whose queueing it counts as latency.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, connections, everyMs, forMs } = workerData as {
  url: string;
  connections: number;
  everyMs: number;
  forMs: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function ask(): Promise<number> {
  const began = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
    answer.resume();
    answer.once('end', () => resolve(performance.now() - began));
  }).once('error', reject);
  return promise;
}

const times: number[] = [];
const until = performance.now() + forMs;

async function reader(index: number): Promise<void> {
  // Spread over the interval, so that readers are not synchronous.
  await new Promise((resolve) => setTimeout(resolve, (everyMs * index) / connections));
  while (performance.now() < until) {
    const due = performance.now() + everyMs;
    times.push(await ask());
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
}

await Promise.all(Array.from({ length: connections }, (_, index) => reader(index)));
agent.destroy();
parentPort?.postMessage(times);
