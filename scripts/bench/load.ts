// Load on one address: by wrk where it is installed, because it leaves more of the machine to the server, by autocannon
// elsewhere.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

export interface Load {
  answers: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers without a status from 200 to 299, and connections that broke. */
  failures: number;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
}

/** Header fields of Chrome on a phone. */
export const browserHeaders = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'accept-language': 'en-NG,en;q=0.9',
  'sec-fetch-mode': 'navigate',
  'upgrade-insecure-requests': '1',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
};

const run = promisify(execFile);

async function works(program: string, ...args: string[]): Promise<boolean> {
  return await run(program, args).then(
    () => true,
    // wrk has no option that succeeds without a URL; it ends with 1 where it is installed.
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  );
}

const [hasWrk, hasTaskset] = await Promise.all([works('wrk', '-v'), works('taskset', '--version')]);
export const loadTool = hasWrk ? 'wrk' : 'autocannon';

/** Whether the server runs on one core and the load on another. */
export const isPinned = hasTaskset && availableParallelism() > 1;
export const serverPin = isPinned ? ['taskset', '-c', '0'] : [];
const loadPin = isPinned ? ['taskset', '-c', '1'] : [];

export async function load(url: string, { connections, seconds }: LoadOptions): Promise<Load> {
  return hasWrk ? await byWrk(url, connections, seconds) : await byAutocannon(url, connections, seconds);
}

async function byWrk(url: string, connections: number, seconds: number): Promise<Load> {
  const fields = Object.entries(browserHeaders).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const [program, ...args] = [...loadPin, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency'];
  const { stdout } = await run(program, [...args, ...fields, url]);
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  const latency = (share: string) => {
    const [, value, unit = 'ms'] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1);
  };
  const broken =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? [];
  return {
    answers: number(/(\d+) requests in/),
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: latency('50'),
    p99: latency('99'),
    failures: number(/Non-2xx or 3xx responses: (\d+)/) + broken.reduce((sum, one) => sum + Number(one), 0),
  };
}

async function byAutocannon(url: string, connections: number, seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    workers: 1,
    headers: browserHeaders,
  });
  return {
    answers: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

/** The value that this share of the numbers does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
