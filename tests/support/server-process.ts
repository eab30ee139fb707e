// The built product as a process of its own, for what only shows there: kills, memory, answers under load.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeEnvironment, nodeFlags } from '../../scripts/node-settings.mjs';

/** As the bootstrap has it: most of the time of a start is compiling. */
export const compileCache = { NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/node') };

export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** Most memory it ever held, in MB (VmHWM). Linux only. */
  peakMemory(): number;
  /** Memory it holds now, in MB (VmRSS). Linux only. */
  memory(): number;
  /** Sends the signal and resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  /** Told of every line of its log, which is left unread without this and `logFile`. */
  onLine?: (line: string) => void;
  logFile?: string;
  /** A command that runs it, such as taskset. */
  pin?: readonly string[];
  /** Whether to start it as `npm start` does, by way of the bootstrap, in a group of processes of its own. */
  bootstrap?: boolean;
  /** Another checkout to start it in. */
  cwd?: string;
  /** The module that runs it; src/main.ts without this. */
  entry?: string;
}

/** @param wanted taken where it is free */
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

/**
 * By data directory. A restarted server has the address it had, as in real life: access tokens are for that address.
 */
const ports = new Map<string, number>();

/**
 * Needs a build (`npm run build`). Resolves when the server is ready.
 */
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
  const door = bootstrap ? ['scripts/bootstrap.mjs', 'start'] : [...nodeFlags, entry];
  const [program = '', ...args] = [...pin, process.execPath, ...door];
  const log = logFile === undefined ? undefined : openSync(logFile, 'w');
  const child = spawn(program, args, {
    cwd,
    detached: bootstrap,
    stdio: ['ignore', log ?? (onLine ? 'pipe' : 'ignore'), 'inherit'],
    env: {
      ...process.env,
      ...nodeEnvironment,
      ...compileCache,
      // As `npm start` has it; a test runner's own value would load React's development build.
      NODE_ENV: 'production',
      PORT: String(port),
      SITE_URL: origin,
      SAMPLE_DATA: 'on',
      LOG_LEVEL: 'error',
      // Else each start would say that nobody reads mail at the address of brand.ts.
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
