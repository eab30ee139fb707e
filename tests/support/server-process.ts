// The built product as a separate process, for tests of kills, memory, and answers under load.
import { spawn, type ChildProcess } from 'node:child_process';
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

/** @param wanted port to take if it is free */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return await freePort();
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/** Ports by data directory. A restarted server keeps its address, because access tokens are valid for it only. */
const ports = new Map<string, number>();

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
  const port = env['PORT'] === undefined ? await freePort(ports.get(dataDir)) : Number(env['PORT']);
  ports.set(dataDir, port);
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
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
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
