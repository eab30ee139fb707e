// Hashes passwords in a thread of its own (hash-pool.ts) at a low priority, so that logins do not slow down reading on
// two cores.
import { getPriority, setPriority } from 'node:os';
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

const priority = 10;
// On Linux 0 means the calling thread, elsewhere the whole process. A server that was started at a lower priority keeps
// it: only root may raise one, and for anybody else every sign-up would fail.
if (process.platform === 'linux' && getPriority(0) < priority) setPriority(0, priority);

/** @returns the hash in PHC form, or whether the password matches */
export default function hash(task: HashTask): string | boolean {
  if (task.kind === 'verify') return verifySync(task.hash, task.password);
  const { password, salt, memoryCost, timeCost, parallelism } = task;
  // The library defaults to argon2id.
  return hashSync(password, { salt, memoryCost, timeCost, parallelism });
}
