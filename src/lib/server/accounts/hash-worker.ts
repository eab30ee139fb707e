// Hashes passwords in a thread of its own (passwords.ts), so that logins do not slow down reading on two cores.
import { hashSync, type Options } from '@node-rs/argon2';

export interface HashTask extends Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'> {
  password: string;
  salt: Uint8Array;
}

/** @returns the hash in PHC form; the library defaults to argon2id */
export default function hash({ password, ...options }: HashTask): string {
  return hashSync(password, options);
}
