import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `npm run moderate` with nothing but these variables. @returns the exit code, and what it said on both streams */
export async function moderate(env: Record<string, string>, ...args: string[]): Promise<[number, string]> {
  // As the bootstrap has it: most of the time of a command is compiling.
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
