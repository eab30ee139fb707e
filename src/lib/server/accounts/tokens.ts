// Tokens of clients. Threat: a stolen database. So tokens are stored as a plain hash: 256 bits cannot be guessed.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { SignJWT, jwtVerify, type JWTPayload } from 'jose';
import { accessClaimsSchema, type AccessClaims } from '../../shared/schemas/accounts.ts';
import type { UserTable } from '../platform/db/schema.ts';
import type { Context } from '../context.ts';
import { passwordMark } from './passwords.ts';

/** The prefix names the kind, so that no token is taken for another kind and secret scanners recognize it. */
export const newToken = (prefix: 'nb_' | 'nbd_' | 'nbf_' | 'nbr_'): string =>
  prefix + randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const tagOf = (text: string, purpose: string, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${purpose}:${text}`).digest();

/** A keyed hash of an address or a network; differs by purpose. */
export const markOfClient = (text: string, purpose: string, key: Uint8Array): string =>
  tagOf(text, purpose, key).toString('hex').slice(0, 32);

/** Whether a bearer token is one for programs, or made to look like one. */
export const isApiToken = (token: string): boolean => token.startsWith('nb_');

/** @param token the secret of a device's cookie @returns null for a text that cannot be one */
export const openDeviceToken = (token: string | undefined): string | null =>
  token !== undefined && /^nbd_[\w-]{43}$/.test(token) ? token : null;

/** What all refresh tokens of a session begin with: 126 random bits, and 132 are left for the token's own part. */
export const familyOf = (token: string): string => token.slice(0, 25);

/** The refresh token after this one. It can be given again within the grace time, although only its hash is stored. */
export const successorOf = (token: string, key: Uint8Array): string =>
  familyOf(token) + tagOf(token, 'refresh-successor', key).toString('base64url').slice(0, 22);

// Tokens of access and of resets: JWT with HS256 (RFC 7519). The algorithm is pinned, the header names the kind and
// `aud` the site (RFC 8725, 3.1, 3.9 and 3.11), so that neither a reset token nor a token of another site with the same
// key passes as an access token.

export const accessTokenMinutes = 15;
export const resetTokenMinutes = 15;

const kinds = { access: 'at+jwt', reset: 'reset+jwt' } as const;
type Kind = keyof typeof kinds;

async function sign(context: Context, kind: Kind, claims: JWTPayload, minutes: number): Promise<string> {
  const now = Math.floor(context.clock() / 1000);
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: kinds[kind] })
    .setAudience(context.siteUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + minutes * 60)
    .sign(context.secret);
}

/** The claims of a valid token; null for any other text. */
async function open(context: Context, kind: Kind, token: string): Promise<JWTPayload | null> {
  const { clock, secret, siteUrl } = context;
  try {
    const options = { algorithms: ['HS256'], typ: kinds[kind], audience: siteUrl };
    return (await jwtVerify(token, secret, { ...options, currentDate: new Date(clock()) })).payload;
  } catch {
    // The caller learns no reason: wrong site, expired or malformed.
    return null;
  }
}

export const signAccess = (context: Context, claims: Omit<AccessClaims, 'iat' | 'exp'>): Promise<string> =>
  sign(context, 'access', claims, accessTokenMinutes);

export async function openAccess(context: Context, token: string): Promise<AccessClaims | null> {
  return accessClaimsSchema.safeParse(await open(context, 'access', token)).data ?? null;
}

/** Lets its holder set the account's password once: the mark changes with the password. */
export const signReset = (
  context: Context,
  { id, password_hash: hash }: Pick<UserTable, 'id' | 'password_hash'>,
): Promise<string> => sign(context, 'reset', { sub: id, mark: passwordMark(hash) }, resetTokenMinutes);

export async function openReset(context: Context, token: string) {
  const payload = await open(context, 'reset', token);
  if (typeof payload?.sub !== 'string' || typeof payload['mark'] !== 'string') return null;
  return { userId: payload.sub, passwordMark: payload['mark'] };
}
