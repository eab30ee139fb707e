// Access and reset tokens: JWT with HS256 (RFC 7519). The algorithm is pinned, the header names the kind and `aud` the
// site (RFC 8725, 3.1, 3.9 and 3.11), so that neither a reset token nor a token of another site with the same key
// passes as an access token.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { accessClaimsSchema, type AccessClaims } from '../../../shared/schemas/accounts.ts';
import type { Clock } from '../../platform/clock.ts';

export const accessTokenMinutes = 15;
export const resetTokenMinutes = 15;

const kinds = { access: 'at+jwt', reset: 'reset+jwt' } as const;
type Kind = keyof typeof kinds;

interface TokenOptions {
  secret: Uint8Array;
  clock: Clock;
  /** SITE_URL, so that only this site accepts the tokens. */
  audience: string;
  /** Called when a token with a valid signature is refused for its audience. */
  onOtherAudience(): void;
}

export function createTokenSigner({ secret, clock, audience, onOtherAudience }: TokenOptions) {
  const seconds = () => Math.floor(clock() / 1000);

  async function sign(kind: Kind, claims: JWTPayload, minutes: number): Promise<string> {
    const now = seconds();
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: kinds[kind] })
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + minutes * 60)
      .sign(secret);
  }

  /** Checks the signature first, so that a forged token costs a tenth of a full verification. */
  function isSigned(token: string): boolean {
    const [, signed = '', signature = ''] = /^([\w-]+\.[\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
    const given = Buffer.from(signature, 'base64url');
    const right = createHmac('sha256', secret).update(signed).digest();
    return given.length === right.length && timingSafeEqual(given, right);
  }

  /** The claims of a valid token; null for any other text. */
  async function open(kind: Kind, token: string): Promise<JWTPayload | null> {
    if (!isSigned(token)) return null;
    try {
      const currentDate = new Date(clock());
      const options = { algorithms: ['HS256'], typ: kinds[kind], audience, currentDate };
      return (await jwtVerify(token, secret, options)).payload;
    } catch (error) {
      // jose checks claims after the signature, so this token is signed.
      const isOfOther = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud';
      if (isOfOther && error.payload.aud !== undefined) onOtherAudience();
      // The caller learns no reason: wrong site, expired or malformed.
      return null;
    }
  }

  return {
    signAccess: (claims: Omit<AccessClaims, 'iat' | 'exp'>) => sign('access', claims, accessTokenMinutes),
    async openAccess(token: string): Promise<AccessClaims | null> {
      const parsed = accessClaimsSchema.safeParse(await open('access', token));
      return parsed.success ? parsed.data : null;
    },
    /** @param passwordMark changes with the password, so that the token works once */
    signReset: (userId: string, passwordMark: string) =>
      sign('reset', { sub: userId, mark: passwordMark }, resetTokenMinutes),
    async openReset(token: string): Promise<{ userId: string; passwordMark: string } | null> {
      const payload = await open('reset', token);
      if (typeof payload?.sub !== 'string' || typeof payload['mark'] !== 'string') return null;
      return { userId: payload.sub, passwordMark: payload['mark'] };
    },
  };
}

export type TokenSigner = ReturnType<typeof createTokenSigner>;
