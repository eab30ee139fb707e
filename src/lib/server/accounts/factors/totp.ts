// Codes of authenticator apps: TOTP (RFC 6238) with the parameters that every app knows: SHA-1, 6 digits, 30 seconds.
// Threat: a stolen database. So secrets are sealed with a key that is derived from AUTH_SECRET.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { seal, unseal } from '../../platform/security/seal.ts';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const sealingKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'authenticator secret', 32));

/** @param userId is sealed with it, so that a row cannot be moved to another account */
export function sealTotpSecret(secret: Uint8Array, userId: string, totp: Uint8Array): string {
  return seal(sealingKey(secret), `${userId}:${Buffer.from(totp).toString('base64url')}`);
}

/** @returns null where AUTH_SECRET has changed since, or the row is another account's */
export function openTotpSecret(secret: Uint8Array, userId: string, sealed: string): Uint8Array | null {
  try {
    const [owner, totp = ''] = unseal(sealingKey(secret), sealed).split(':');
    return owner === userId ? new Uint8Array(Buffer.from(totp, 'base64url')) : null;
  } catch {
    // Expected after a change of AUTH_SECRET: the caller tells its owner.
    return null;
  }
}

/** @param secret a multiple of five bytes, so that no padding is needed */
export function base32(secret: Uint8Array): string {
  const bits = Array.from(secret, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('');
}

export function totpAt(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step of the code, of which one may be early or late, because clocks differ.
 * @param after steps up to this one are used already
 * @returns null for a wrong or used code
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number, after: number): number | null {
  const current = Math.floor(now / stepMs);
  const given = Buffer.from(code.padEnd(6));
  const steps = [current - 1, current, current + 1].filter((step) => {
    const right = Buffer.from(totpAt(secret, step));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  return steps.find((step) => step > after) ?? null;
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: Uint8Array, { site, email }: { site: string; email: string }): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(site)}`;
}
