// Secrets and codes of authenticator apps (TOTP, RFC 6238), with the parameters that every app knows and otpauth has by
// default: SHA-1, 6 digits, 30 seconds. Threat: a stolen database. So secrets are sealed with a key that is derived
// from AUTH_SECRET.
import { hkdfSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { seal, unseal } from '../../platform/security/seal.ts';

const sealingKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'authenticator secret', 32));

/** @param userId is sealed with it, so that a row cannot be moved to another account */
export const sealTotpSecret = (secret: Uint8Array, userId: string, totp: Secret): string =>
  seal(sealingKey(secret), `${userId}:${Buffer.from(totp.bytes).toString('base64url')}`);

/** @returns null where AUTH_SECRET has changed since, or the row is another account's */
export function openTotpSecret(secret: Uint8Array, userId: string, sealed: string): Secret | null {
  try {
    const [owner, totp = ''] = unseal(sealingKey(secret), sealed).split(':');
    return owner === userId ? Secret.fromHex(Buffer.from(totp, 'base64url').toString('hex')) : null;
  } catch {
    // Expected after a change of AUTH_SECRET: the caller tells its owner.
    return null;
  }
}

/**
 * The step of the code, of which one may be early or late, because clocks differ.
 * @param after steps up to this one are used already
 * @returns null for a wrong or used code
 */
export function stepOfCode(secret: Secret, code: string, now: number, after: number): number | null {
  const delta = TOTP.validate({ secret, token: code, timestamp: now, window: 1 });
  const step = TOTP.counter({ timestamp: now }) + (delta ?? 0);
  return delta !== null && step > after ? step : null;
}
