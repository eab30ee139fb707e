import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key that tokens and codes are signed with: AUTH_SECRET when given, else one that is made once and kept in
 * `dataDir` for its owner's eyes alone. Every node of one directory needs the same.
 */
export function loadAuthSecret(given: string | undefined, dataDir: string): Uint8Array {
  // Any length of text becomes the 256 bits that HS256 wants (RFC 7518, section 3.2).
  const keyOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
  if (given !== undefined) return keyOf(given);
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx' fails when the file is there: of two processes that start together, one writes and both read.
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return keyOf(readFileSync(file, 'utf8'));
}
