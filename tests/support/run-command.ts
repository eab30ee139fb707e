// Runs a command of the project as a person does, and returns its output and exit code.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compileCache, freePort } from './server-process.ts';

export interface Ended {
  code: number | null;
  /** What it wrote to standard error. */
  said: string;
  /** What it wrote to standard output. */
  told: string;
}

interface Options {
  args?: readonly string[];
  /** The user that runs the command; by default the user that runs the tests. */
  uid?: number | undefined;
}

/**
 * Runs a file of the project, such as `src/main.ts`, until it ends, and kills it after 100 s.
 * @param env added to the environment of the tests; PORT defaults to a free port
 */
export async function runCommand(
  file: string,
  env: Record<string, string>,
  { args = [], uid }: Options = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...compileCache,
      NODE_ENV: undefined,
      VITEST: undefined,
      PORT: String(await freePort()),
      SAMPLE_DATA: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    timeout: 100_000,
    killSignal: 'SIGKILL',
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const [said, told] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'exit')]);
  return { code: child.exitCode, said, told };
}
