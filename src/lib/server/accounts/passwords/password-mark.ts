import { createHash } from 'node:crypto';

/** Identifies a password without revealing it. */
export function passwordMark(hash: string | null): string {
  return createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')
    .slice(0, 16);
}
