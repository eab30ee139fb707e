// Simulates a failing disk for one process.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** Makes the server's process alone fail to extend files (EFBIG), as on a full disk. */
export async function limitFiles(server: ServerProcess, bytes: string): Promise<void> {
  const pid = String(server.process.pid);
  const { status, stderr } = spawnSync('prlimit', ['--pid', pid, `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(`prlimit (of util-linux) is needed: ${String(stderr)}`);
}

/**
 * Makes the kernel answer the server's writes and syncs with EIO.
 * @param which calls to fail, in the syntax of strace's `when`
 * @returns a function that ends the fault
 */
export async function breakDisk(server: ServerProcess, which: string): Promise<() => Promise<void>> {
  const calls = 'pwrite64,fsync,fdatasync';
  const strace: ChildProcess = spawn(
    'strace',
    [
      '-f',
      '-q',
      '-o',
      '/dev/null',
      '-p',
      String(server.process.pid),
      '-e',
      `trace=${calls}`,
      '-e',
      `inject=${calls}:error=EIO:when=${which}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  strace.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await sleep(500);
  if (strace.exitCode !== null)
    throw new Error(`This proof makes calls fail with strace (apt-get install strace): ${said}`);
  return async () => {
    const ended = once(strace, 'exit');
    strace.kill('SIGINT');
    await ended;
  };
}
