import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs `npm run moderate` with these variables alone. @returns the exit code, and the output of both streams */
export async function moderate(env: Record<string, string>, ...args: string[]): Promise<[number, string]> {
  // As in the bootstrap, because compiling takes most of the time of a command.
  const cache = { NODE_COMPILE_CACHE: 'node_modules/.cache/node' };
  const options = { env: { PATH: process.env['PATH'] ?? '', ...cache, ...env } };
  try {
    const { stdout, stderr } = await run(process.execPath, ['scripts/moderate.ts', ...args], options);
    return [0, stdout + stderr];
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return [code, stdout + stderr];
  }
}
