// Hashes passwords in a thread of its own (passwords.ts) at a low priority, so that logins do not slow down reading on
// two cores.
import { getPriority, setPriority } from 'node:os';
import { hashSync } from '@node-rs/argon2';

export interface HashTask {
  password: string;
  salt: Uint8Array;
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

const priority = 10;
// On Linux 0 means the calling thread, elsewhere the whole process. A server that was started at a lower priority keeps
// it: only root may raise one, and for anybody else every sign-up would fail.
if (process.platform === 'linux' && getPriority(0) < priority) setPriority(0, priority);

/** @returns the hash in PHC form; the library defaults to argon2id */
export default function hash({ password, ...options }: HashTask): string {
  return hashSync(password, options);
}
