// A thread that is one client at full speed: each of its connections sends the next request
// as soon as the previous one is answered. Reports the number of answers by status.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

/** One request; '{n}' in its path and body becomes a unique number. */
export interface FloodRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Flood {
  origin: string;
  /** The client's address in X-Forwarded-For. */
  address: string;
  connections: number;
  forMs: number;
  /** The requests are sent in turn, again and again. */
  requests: FloodRequest[];
  /** Sends slow bodies instead of requests: each connection sends half of a body of this size, then a byte a second. */
  slowBody?: number;
}

const { origin, address, connections, forMs, requests, slowBody } = workerData as Flood;
// The client represents other machines, so it has a low priority. On Linux 0 is the calling thread.
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + 10));

const statuses: Record<string, number> = {};
const note = (status: string): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
const until = performance.now() + forMs;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let count = 0;

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function ask({ path, method = 'GET', headers = {}, body }: FloodRequest): Promise<void> {
  count += 1;
  const number = `${process.pid}${Math.floor(performance.timeOrigin)}${count}`;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (status: string): void => {
    note(status);
    resolve(undefined);
  };
  const sent = request(
    origin + path.replaceAll('{n}', number),
    { agent, method, headers: { 'x-forwarded-for': address, ...headers } },
    (answer) => {
      answer.resume();
      answer.once('end', () => done(String(answer.statusCode)));
      answer.once('error', () => done('broken'));
    },
  );
  sent.once('error', () => done('broken'));
  sent.end(typeof body === 'string' ? body.replaceAll('{n}', number) : body);
  return promise;
}

async function dribble(bytes: number): Promise<void> {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  let status = 'unanswered';
  socket.on('error', () => (status = 'broken'));
  socket.on('data', (chunk) => (status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? status));
  socket.write(
    `POST /api/v1/token/ HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${address}\r\n` +
      `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n${' '.repeat(bytes / 2)}`,
  );
  while (performance.now() < until && !socket.destroyed) {
    await Promise.race([closed, sleep(Math.min(1_000, Math.max(1, until - performance.now())))]);
    if (socket.writable) socket.write(' ');
  }
  socket.destroy();
  await closed;
  note(status);
}

await Promise.all(
  Array.from({ length: connections }, async (_, connection) => {
    if (slowBody !== undefined) await dribble(slowBody);
    for (let turn = connection; requests.length > 0 && performance.now() < until; turn += 1) {
      const next = requests[turn % requests.length];
      if (next) await ask(next);
    }
  }),
);
agent.destroy();
parentPort?.postMessage(statuses);
