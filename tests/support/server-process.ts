// The built product as a separate process, for tests of kills, memory, and answers under load.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeEnvironment, nodeFlags } from '../../scripts/node-settings.mjs';

/** The same compile cache as the bootstrap's: most of the start time is spent compiling. */
export const compileCache = { NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/node') };

export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** The most memory it ever held, in MB (VmHWM). Linux only. */
  peakMemory(): number;
  /** The memory it holds now, in MB (VmRSS). Linux only. */
  memory(): number;
  /** Sends the signal and resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  /** Called with every line of its log; without this and `logFile` the log is not read. */
  onLine?: (line: string) => void;
  logFile?: string;
  /** A command to run it with, such as taskset. */
  pin?: readonly string[];
  /** Whether to start it as `npm start` does, through the bootstrap, in its own process group. */
  bootstrap?: boolean;
  /** Another checkout to start in. */
  cwd?: string;
  /** The module to run; src/main.ts by default. */
  entry?: string;
}

/**
 * Below the ports that systems give to connections and to servers without a port of their own (from 32768 on Linux).
 * Each worker of Vitest and of Playwright takes its ports from a block of its own: between the check of a port and the
 * start of a server there, another worker would take it once in a while.
 */
const ports = { first: 10_000, perWorker: 2_750 };

/** Vitest's workers have the blocks 0 to 3, Playwright's 4 to 6, and processes that are no workers share block 7. */
function blockOfWorker(): number {
  const { VITEST_POOL_ID: unit, TEST_PARALLEL_INDEX: browser } = process.env;
  if (unit !== undefined) return (Number(unit) - 1) % 4;
  return browser === undefined ? 7 : 4 + (Number(browser) % 3);
}

let lastOffset = randomInt(ports.perWorker);

/** The next port of the block, so that no port is given to two servers of a worker that start at once. */
function nextPort(): number {
  lastOffset = (lastOffset + 1) % ports.perWorker;
  return ports.first + blockOfWorker() * ports.perWorker + lastOffset;
}

/** @param wanted port to take if it is free */
export async function freePort(wanted = nextPort()): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return wanted;
}

/** Ports by data directory. A restarted server keeps its address, because access tokens are valid for it only. */
const portsOfDirectories = new Map<string, number>();

/** Starts the server and resolves when it is ready. Needs a build (`npm run build`). */
export async function startServer(
  env: Record<string, string>,
  {
    onLine,
    logFile,
    pin = [],
    bootstrap = false,
    cwd = process.cwd(),
    entry = 'src/main.ts',
  }: StartOptions = {},
): Promise<ServerProcess> {
  const dataDir = env['DATA_DIR'] ?? '';
  const port =
    env['PORT'] === undefined ? await freePort(portsOfDirectories.get(dataDir)) : Number(env['PORT']);
  portsOfDirectories.set(dataDir, port);
  const host = env['HOST'] === '0.0.0.0' ? undefined : env['HOST'];
  const origin = `http://${host ?? '127.0.0.1'}:${port}`;
  const command = bootstrap ? ['scripts/bootstrap.mjs', 'start'] : [...nodeFlags, entry];
  const [program = '', ...args] = [...pin, process.execPath, ...command];
  const log = logFile === undefined ? undefined : openSync(logFile, 'w');
  const child = spawn(program, args, {
    cwd,
    detached: bootstrap,
    stdio: ['ignore', log ?? (onLine ? 'pipe' : 'ignore'), 'inherit'],
    env: {
      ...process.env,
      ...nodeEnvironment,
      ...compileCache,
      // `npm start` sets the same value; the test runner's own would load React's development build.
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL: origin,
      SAMPLE_DATA: 'on',
      LOG_LEVEL: 'error',
      // A test of other sites brings its own (outside-world.ts).
      OUTBOUND: 'off',
      // Without an address each start would log that nobody reads mail at the one of brand.ts.
      CONTACT_EMAIL: 'hello@apps.example.ng',
      ...env,
    },
  });
  if (log !== undefined) closeSync(log);
  const ended = once(child, 'exit');
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  const deadline = Date.now() + 180_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with ${String(child.exitCode ?? child.signalCode)}.`);
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) break;
    if (Date.now() > deadline) throw new Error('The server was not ready within 3 minutes.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const memory = (field: string): number => {
    const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  };
  return {
    origin,
    process: child,
    peakMemory: () => memory('VmHWM'),
    memory: () => memory('VmRSS'),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
