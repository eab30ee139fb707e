// Threat: a stolen database must not hold anything that opens an account. So codes are kept as an HMAC under the
// server's own secret (eight characters could be guessed from a bare hash), tokens as a plain hash (256 bits cannot be
// guessed).
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** Upper-case letters and digits without those that look like another: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const codeAlphabet = 'ACDEFGHJKMNPQRTUVWXY34679';
const codeLength = 8;

export function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join(
    '',
  );
}

/** Codes are compared without case, and without the spaces that copying brings along. */
export function hashCode(code: string, purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(`${purpose}:${code.replace(/\s/g, '').toUpperCase()}`)
    .digest('hex');
}

/**
 * The salt of the passwords of an address that none is stored for. Nobody outside can compute it, as with a random one.
 */
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
 * The half of a reset that stays with whoever asked for it: 256 random bits, when it is over, and a tag of ours. The
 * tag tells it from any other text where nothing is stored of it, because the address has no account.
 */
export function newRequestToken(expiresAt: number, key: Uint8Array): { token: string; hash: string } {
  const payload = `${randomBytes(32).toString('base64url')}.${expiresAt.toString(36)}`;
  const token = `${requestPrefix}${payload}.${requestTag(payload, key)}`;
  return { token, hash: hashRequestToken(token) };
}

/** @returns the hash of a half that we gave out and that is not over; null for any other text */
export function openRequestToken(token: string | undefined, now: number, key: Uint8Array): string | null {
  const parts = /^nbq_([\w-]{43}\.([0-9a-z]{1,12}))\.([\w-]{22})$/.exec(token ?? '');
  const [, payload, expires, tag] = parts ?? [];
  if (token === undefined || payload === undefined || expires === undefined || tag === undefined) return null;
  if (!timingSafeEqual(Buffer.from(tag), Buffer.from(requestTag(payload, key)))) return null;
  return Number.parseInt(expires, 36) > now ? hashRequestToken(token) : null;
}

/** A keyed hash of an address or a network, told apart by what it is for. */
export function markOfClient(text: string, purpose: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${purpose}:${text}`).digest('hex').slice(0, 32);
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

/** Says what the token is for, so that it is never taken for another kind, and secret scanners know it. */
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

/** Seals a token's successor so that only who holds the token can open it (AES-256-GCM; the key is used once). */
export function sealSuccessor(token: string, successor: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(token), nonce);
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @throws when `token` is not the one it was sealed with */
export function openSuccessor(token: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(token), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
