// Threat: a stolen database. Secrets of authenticator apps are sealed with a key derived from AUTH_SECRET. Recovery
// codes (74 random bits) and tokens (256) cannot be guessed, so a plain hash protects them, and both outlive a change
// of AUTH_SECRET.
import { createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { factorLimits } from '../../../shared/schemas/factors/factors.ts';
import { seal, unseal } from '../../platform/security/seal.ts';
import { markOfClient } from '../secrets.ts';
import type { Client } from '../context.ts';

const tokenPrefix = 'nbf_';

/** Names a pending login or a challenge; 256 random bits. */
export const newFactorToken = (): string => tokenPrefix + randomBytes(32).toString('base64url');

export const hashFactorToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A keyed mark of the browser, so that a token works only where it was given. */
export const browserMark = (secret: Uint8Array, { userAgent = '' }: Client): string =>
  markOfClient(userAgent, 'factor-browser', secret);

const totpKey = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'authenticator secret', 32));

/** @param userId is sealed with it, so that a row cannot be moved to another account */
export function sealTotpSecret(secret: Uint8Array, userId: string, totp: Uint8Array): string {
  return seal(totpKey(secret), `${userId}:${Buffer.from(totp).toString('base64url')}`);
}

/** @returns null where AUTH_SECRET has changed since, or the row is another account's */
export function openTotpSecret(secret: Uint8Array, userId: string, sealed: string): Uint8Array | null {
  try {
    const [owner, totp = ''] = unseal(totpKey(secret), sealed).split(':');
    return owner === userId ? new Uint8Array(Buffer.from(totp, 'base64url')) : null;
  } catch {
    // Expected after a change of AUTH_SECRET: the caller tells its owner.
    return null;
  }
}

/** Lower-case letters and digits without those that look like another. */
const recoveryAlphabet = 'acdefghjkmnpqrtuvwxy34679';
const group = 4;
const groups = 4;

function newRecoveryCode(): string {
  const part = () =>
    Array.from({ length: group }, () => recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length))).join('');
  return Array.from({ length: groups }, part).join('-');
}

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: factorLimits.recoveryCodes }, newRecoveryCode);

/** Ignores case, spaces and hyphens, which typing may change. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`recovery:${userId}:${plain}`).digest('hex');
}
