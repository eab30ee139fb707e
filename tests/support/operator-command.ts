// Runs the operator's commands as processes or as functions: starting a process takes half a second of processor
// time.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compileCache } from './server-process.ts';

const run = promisify(execFile);

/** The exit code and the output of both streams. */
type Ended = [code: number, text: string];

type Operator = (env: Record<string, string>, ...args: string[]) => Promise<Ended>;

/** Runs the command in a process, as an operator does, with only these environment variables. */
export function asProcess(file: string): Operator {
  return async (env, ...args) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...env } };
    try {
      const { stdout, stderr } = await run(process.execPath, [file, ...args], options);
      return [0, stdout + stderr];
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return [code, stdout + stderr];
    }
  };
}
