// A bare Debian 12 with systemd, processes and a network of its own, for what an operator does on a new machine. What
// it writes is in a layer above the Debian of the cache, which goes with the test.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { base, cache, finished, makeBase } from './debian.ts';
import { makeCgroup, removeCgroup } from './cgroup.ts';
import { surroundings } from './surroundings.ts';

const has = (command: string): boolean => spawnSync('which', [command]).status === 0;

/** Why it cannot be had here; null if it can. */
export function missingForMachine(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const missing = ['debootstrap', 'unshare', 'nsenter', 'setpriv', 'ip'].filter((command) => !has(command));
  if (missing.length > 0) return `apt-get install ${missing.join(' ')}`;
  if (spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status !== 0)
    return 'this machine allows no namespaces of its own (unshare)';
  return null;
}

export interface BareMachine {
  /** Its files, as this process sees them. */
  root: string;
  /**
   * Runs commands as root in one shell that ends at the first fault.
   * @param network 'internet': this machine's, for packages; 'own': the one that the services listen in
   * @returns the seconds it took and its output
   * @throws with the end of the output where a command fails
   */
  run(script: string, network: 'internet' | 'own'): Promise<{ seconds: number; output: string }>;
  /** Starts a script of this project as somebody on the machine's network; it gets `input` as its argument. */
  visitor(script: string, input: unknown): ChildProcess;
  stop(): Promise<void>;
}

interface MachineOptions {
  /** Copied to /mnt/<name> of the machine. */
  files: Record<string, string>;
  /** Names that lead to the machine itself. */
  names: readonly string[];
  /** Gets all output of its commands. */
  logFile: string;
}

export async function startMachine({
  files,
  names,
  logFile,
}: MachineOptions): Promise<BareMachine & { madeIn: number }> {
  const madeIn = await makeBase();
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-machine-'));
  const upper = join(folder, 'upper');
  mkdirSync(join(upper, 'mnt'), { recursive: true });
  for (const [name, path] of Object.entries(files))
    cpSync(path, join(upper, 'mnt', name), { recursive: true });
  const { env } = surroundings(upper, names);
  const cgroup = makeCgroup();
  const isolate = 'echo $$ > "$CGROUP/cgroup.procs"; exec unshare "$@"';
  const flags = '--mount --pid --fork --kill-child --net --uts --ipc --cgroup --propagation private';
  const boot = join(import.meta.dirname, 'boot.sh');
  // Should this process be killed, the machine goes with it.
  const holder = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'sh', '-c', isolate, 'sh', ...flags.split(' '), 'sh', boot],
    {
      stdio: 'ignore',
      env: { ...process.env, BASE: base, RUN: folder, CACHE: cache, CGROUP: cgroup },
    },
  );
  const ended = once(holder, 'exit');
  const firstProcess = () =>
    readFileSync(`/proc/${String(holder.pid)}/task/${String(holder.pid)}/children`, 'utf8').trim();
  const enter = (network: string[], command: string[]) => [
    '--target',
    firstProcess(),
    '--mount',
    '--pid',
    '--uts',
    '--root',
    '--wd',
    ...network,
    ...command,
  ];

  const machine: BareMachine = {
    get root() {
      return `/proc/${firstProcess()}/root`;
    },
    async run(script, network) {
      const began = performance.now();
      await writeFile(join(machine.root, 'opt/steps.sh'), script);
      const shell = ['env', '-i', ...env, 'bash', '-e', '/opt/steps.sh'];
      const own = network === 'own' ? ['--net'] : [];
      const { code, output } = await finished(spawn('nsenter', enter(own, shell), { stdio: 'pipe' }));
      appendFileSync(logFile, `\n--- ${network}\n${script}\n---\n${output}\n`);
      if (code !== 0) throw new Error(`Ended with ${String(code)}: ${output.slice(-3_000)}`);
      return { seconds: (performance.now() - began) / 1_000, output };
    },
    visitor: (script, input) =>
      spawn(
        'nsenter',
        [`--net=/proc/${firstProcess()}/ns/net`, process.execPath, script, JSON.stringify(input)],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      ),
    async stop() {
      holder.kill('SIGKILL');
      await ended;
      await removeCgroup(cgroup);
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    const shell = () => existsSync(join(machine.root, 'run/systemd/private'));
    await vi.waitUntil(shell, { timeout: 60_000 });
    await machine.run('systemctl is-system-running --wait', 'own');
  } catch (error) {
    await machine.stop();
    throw error;
  }
  return { ...machine, root: machine.root, madeIn };
}
