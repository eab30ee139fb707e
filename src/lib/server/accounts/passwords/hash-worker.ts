// A thread that hashes passwords, one at a time and at a low priority: on a machine of two cores, people who read must
// not notice that others log in.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

export type HashTask =
  | {
      kind: 'hash';
      password: string;
      salt: Uint8Array;
      memoryCost: number;
      timeCost: number;
      parallelism: number;
    }
  | { kind: 'verify'; password: string; hash: string };
export type HashRequest = HashTask & { id: number };
export type HashAnswer = { id: number; result: string | boolean } | { id: number; error: string };

// On Linux 0 is the calling thread; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, 10);

function run(task: HashTask): string | boolean {
  if (task.kind === 'verify') return verifySync(task.hash, task.password);
  const { password, ...settings } = task;
  // argon2id is the library's default kind.
  return hashSync(password, settings);
}

parentPort?.on('message', ({ id, ...task }: HashRequest) => {
  let answer: HashAnswer;
  try {
    answer = { id, result: run(task) };
  } catch (error) {
    answer = { id, error: error instanceof Error ? error.message : 'unknown' };
  }
  parentPort?.postMessage(answer);
});
