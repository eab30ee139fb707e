// Hashes passwords in a thread of its own (hash-pool.ts), at a low priority: on a machine of two cores, people who read
// must not notice that others log in.
import { setPriority } from 'node:os';
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

// On Linux 0 is the calling thread; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(0, 10);

/** @returns the hash in PHC form, or whether the password matches */
export default function hash(task: HashTask): string | boolean {
  if (task.kind === 'verify') return verifySync(task.hash, task.password);
  const { password, salt, memoryCost, timeCost, parallelism } = task;
  // argon2id is the library's default kind.
  return hashSync(password, { salt, memoryCost, timeCost, parallelism });
}
