// Threat: a stolen database. So codes are stored as an HMAC under the server's secret (eight characters could be
// guessed from a plain hash), tokens as a plain hash (256 bits cannot be guessed).
import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { networksOf, type Client } from '../platform/security/client.ts';
import { seal, unseal } from '../platform/security/seal.ts';

/** Upper-case letters and digits without those that look like another: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const codeAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';
const codeLength = 8;

export function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join(
    '',
  );
}

/** Ignores case, and the spaces and hyphens that copying adds and people type between groups. */
export function hashCode(code: string, purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(`${purpose}:${code.replace(/[\s\p{Pd}]/gu, '').toUpperCase()}`)
    .digest('hex');
}

/** A salt for an address without a stored one. Like a random one, it cannot be computed without the secret. */
export function saltOfAddress(emailKey: string, key: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(`password-salt:${emailKey}`).digest().subarray(0, 16);
}

const requestPrefix = 'nbq_';

function requestTag(payload: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`reset-request:${payload}`).digest('base64url').slice(0, 22);
}

function hashRequestToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The token of a password reset that stays with the client that requested it: 256 random bits, its expiry, and a tag
 * that proves it without a stored row, as nothing is stored for an address without an account.
 */
export function newRequestToken(expiresAt: number, key: Uint8Array): { token: string; hash: string } {
  const payload = `${randomBytes(32).toString('base64url')}.${expiresAt.toString(36)}`;
  const token = `${requestPrefix}${payload}.${requestTag(payload, key)}`;
  return { token, hash: hashRequestToken(token) };
}

/** @returns the token's hash; null if the tag is wrong or the token has expired */
export function openRequestToken(token: string | undefined, now: number, key: Uint8Array): string | null {
  const parts = /^nbq_([\w-]{43}\.([0-9a-z]{1,12}))\.([\w-]{22})$/.exec(token ?? '');
  const [, payload, expires, tag] = parts ?? [];
  if (token === undefined || payload === undefined || expires === undefined || tag === undefined) return null;
  if (!timingSafeEqual(Buffer.from(tag), Buffer.from(requestTag(payload, key)))) return null;
  return Number.parseInt(expires, 36) > now ? hashRequestToken(token) : null;
}

/** A keyed hash of an address or a network; differs by purpose. */
export function markOfClient(text: string, purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest('hex').slice(0, 32);
}

/** Mark of the smallest network around a client (/24 or /56), within which phones change their address. */
export function signupNetwork(client: Client, secret: Uint8Array): string {
  return markOfClient(networksOf(client)[0] ?? client.address, 'signup-network', secret);
}

const devicePrefix = 'nbd_';

/** The secret of a device's cookie: 256 random bits. */
export function newDeviceToken(): string {
  return devicePrefix + randomBytes(32).toString('base64url');
}

/** @returns null for a text that cannot be one */
export function openDeviceToken(token: string | undefined): string | null {
  return token !== undefined && /^nbd_[\w-]{43}$/.test(token) ? token : null;
}

/** Names the kind of token, so that none is taken for another kind and secret scanners recognize it. */
const refreshPrefix = 'nbr_';

/** 256 random bits behind a prefix. */
export function newRefreshToken(): string {
  return refreshPrefix + randomBytes(32).toString('base64url');
}

/** @returns null for a text that cannot be a refresh token */
export function hashRefreshToken(token: string): string | null {
  return token.startsWith(refreshPrefix) ? createHash('sha256').update(token).digest('hex') : null;
}

function sealingKey(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', 'refresh-token successor', 32));
}

/** Encrypts a token's successor under a key derived from the token. */
export const sealSuccessor = (token: string, successor: string): string => seal(sealingKey(token), successor);

/** @throws when `token` is not the one it was sealed with */
export const openSuccessor = (token: string, sealed: string): string => unseal(sealingKey(token), sealed);
