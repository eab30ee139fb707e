// The built product and its commands as processes, for signals, kills, several nodes, backups and exits.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeEnvironment, nodeFlags } from '../../scripts/node-settings.mjs';
import { createClient, type Client } from './client.ts';
import { createClock } from './clock.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { createPeople, type People } from './people.ts';
import { freePort } from './postgres.ts';

export interface ServerProcess {
  origin: string;
  process: ChildProcess;
  /** The lines of its output so far. */
  lines: string[];
  client: Client;
  mailbox: Mailbox;
  people: People;
  /** The most memory it ever held, in MB. Linux only. */
  peakMemory(): number;
  /** The memory it holds now, in MB. Linux only. */
  memory(): number;
  /** Sends a signal, and resolves with the exit code: null where the signal has killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

interface Options {
  /** Whether to start it as `npm start` does, in a process group of its own. */
  isNpmStart?: boolean;
  /** Another checkout of the project to start. */
  cwd?: string;
  /** A file for its log, in place of `lines`. */
  logFile?: string;
  /** A command to run it with, such as taskset. */
  pin?: readonly string[];
}

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

const environment = (env: Record<string, string>) => ({
  ...process.env,
  ...nodeEnvironment,
  VITEST: undefined,
  NODE_ENV: 'production',
  SAMPLE_DATA: 'off',
  LOG_LEVEL: 'warn',
  OUTBOUND: 'off',
  CONTACT_EMAIL: 'hello@apps.example.ng',
  ...env,
});

/** Runs a file of the project, such as `scripts/backup.ts`, until it ends. */
export async function runCommand(file: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(env),
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, output, errors };
}

const poll = { everyMs: 20, forMs: 100_000 };

/** A restarted server keeps its port: logins are for one address. */
const portOf = new Map<string, number>();

/** Starts a server, and resolves when it is ready. */
export async function startServer(
  env: { DATA_DIR: string } & Record<string, string>,
  { isNpmStart = false, cwd, logFile, pin = [] }: Options = {},
): Promise<ServerProcess> {
  const port = Number(env['PORT'] ?? portOf.get(env.DATA_DIR) ?? (await freePort()));
  portOf.set(env.DATA_DIR, port);
  const origin = `http://127.0.0.1:${String(port)}`;
  const all = { PORT: String(port), SITE_URL: origin, TRUST_PROXY: 'on', RATE_LIMIT: 'off', ...env };
  const file = isNpmStart ? ['scripts/bootstrap.mjs', 'start'] : [...nodeFlags, 'src/main.ts'];
  const [program = '', ...args] = [...pin, process.execPath, ...file];
  const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a');
  const child: ChildProcess = spawn(program, args, {
    cwd,
    detached: isNpmStart,
    stdio: ['ignore', log, 'inherit'],
    env: environment(all),
  });
  const lines: string[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const ended = once(child, 'exit');
  const until = performance.now() + poll.forMs;
  let said = '';
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) break;
    said = (await answer?.text()) ?? '';
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The server is not ready: ${said}\n${lines.join('\n')}`);
    }
    await sleep(poll.everyMs);
  }
  const clock = createClock();
  const client = createClient({ origin: () => origin, siteUrl: all.SITE_URL, clock });
  const mailbox = openMailbox(env.DATA_DIR);
  async function grantRole(email: string, role: string): Promise<void> {
    const { code, errors } = await runCommand('scripts/grant-role.ts', [email, role], all);
    if (code !== 0) throw new Error(errors);
  }
  function held(field: string): number {
    const status = readFileSync(`/proc/${String(child.pid)}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  }
  return {
    origin,
    process: child,
    lines,
    client,
    mailbox,
    people: createPeople({ client, mailbox, clock, grantRole }),
    peakMemory: () => held('VmHWM'),
    memory: () => held('VmRSS'),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}
