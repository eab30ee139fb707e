// A thread that sends requests at a steady rate without waiting for answers; or, with
// `closed`, from that many callers who each wait. Reports every answer, and how late each request was sent.
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

const {
  url,
  perSecond,
  forMs,
  closed = 0,
  plain = false,
  method = 'GET',
  body,
  priority,
  headers = {},
  isCrowd = false,
} = workerData as {
  url: string;
  perSecond: number;
  forMs: number;
  closed?: number;
  /** Whether every request has the same address. */
  plain?: boolean;
  method?: string;
  body?: string;
  /** The priority of this thread, on Linux. */
  priority?: number;
  headers?: Record<string, string>;
  /** Whether each request comes from another of the 512 networks of RFC 2544; for a server that trusts its proxy. */
  isCrowd?: boolean;
};

// On Linux 0 is the calling thread; elsewhere it would be the whole process.
if (priority !== undefined && process.platform === 'linux') setPriority(0, priority);

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
const answers: { status: number; ms: number; retryAfter: boolean; late: number }[] = [];
let count = 0;

/** @returns the seconds of Retry-After */
function ask(due = performance.now()): Promise<number> {
  const began = performance.now();
  count += 1;
  const { promise, resolve } = Promise.withResolvers<number>();
  const done = (status: number, retryAfter: string | undefined): void => {
    answers.push({
      status,
      ms: performance.now() - began,
      retryAfter: retryAfter !== undefined,
      late: began - due,
    });
    resolve(Number(retryAfter ?? 0));
  };
  const from = isCrowd && { 'x-forwarded-for': `198.${18 + (count % 2)}.${(count >> 1) % 256}.7` };
  const target = method === 'GET' && !plain ? `${url}?q=n${count}` : url;
  const sent = request(
    target,
    { agent, method, headers: { ...headers, ...from, ...(body && { 'content-type': 'application/json' }) } },
    (answer) => {
      answer.resume();
      answer.once('end', () => done(answer.statusCode ?? 0, answer.headers['retry-after']));
    },
  );
  sent.once('error', () => done(0, undefined));
  sent.end(body);
  return promise;
}

const until = performance.now() + forMs;
const all: Promise<unknown>[] = [];
if (closed > 0) {
  for (let caller = 0; caller < closed; caller += 1)
    all.push(
      (async () => {
        while (performance.now() < until) {
          const wait = await ask();
          // The caller waits for Retry-After.
          await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
        }
      })(),
    );
} else {
  const began = performance.now();
  let asked = 0;
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    for (; asked < due; asked += 1) all.push(ask(began + ((asked + 1) * 1_000) / perSecond));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
await Promise.all(all);
agent.destroy();
parentPort?.postMessage(answers);
