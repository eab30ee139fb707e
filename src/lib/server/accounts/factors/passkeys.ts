// Passkeys by WebAuthn. The site is that of SITE_URL: a passkey of another origin never matches. The library is loaded
// at its first use, because most processes never need it.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { brand } from '../../../shared/page/brand.ts';
import { challengeMinutes } from '../../../shared/schemas/factors.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import type { Row, UserTable } from '../../platform/db/schema.ts';

export type PasskeyRow = Row<'passkeys'>;

const library = () => import('@simplewebauthn/server');
/** COSE numbers of EdDSA, ES256 and RS256, which every authenticator has one of. */
const supportedAlgorithmIDs = [-8, -7, -257];
const timeout = challengeMinutes * 60_000;

const transportsSchema = z.array(z.string().max(20)).max(10);
const answerSchema = z.looseObject({
  id: z.string(),
  response: z.looseObject({ transports: transportsSchema.optional(), userHandle: z.string().nullish() }),
});
export type PasskeyAnswer = z.output<typeof answerSchema>;

/** An answer of a browser, which the library checks further. @returns null for a text that is no such answer */
export function parsePasskey(text: string): PasskeyAnswer | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: refused like any other wrong answer.
    return null;
  }
}

const siteOf = (siteUrl: string) => {
  const { origin, hostname } = new URL(siteUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
};

const described = ({ credential_id: id, transports }: PasskeyRow) => ({
  id,
  transports: transportsSchema.parse(JSON.parse(transports)),
});

/** Options for a new passkey. Discoverable where the device can, so that it also logs in alone. */
export async function registrationOptions(
  siteUrl: string,
  owner: UserTable,
  passkeys: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await library();
  return await generateRegistrationOptions({
    rpName: brand.name,
    rpID: siteOf(siteUrl).expectedRPID,
    userName: owner.email,
    userID: new TextEncoder().encode(owner.id),
    userDisplayName: fullName(owner),
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** The library throws for what does not match; its sentences are for developers. */
const orNull = <Verified>(verifying: Promise<Verified>): Promise<Verified | null> =>
  verifying.catch(() => null);

/** @returns null for an answer to another challenge, of another site, or a malformed one */
export async function readNewPasskey(siteUrl: string, text: string, expectedChallenge: string) {
  const response = parsePasskey(text);
  if (!response) return null;
  const { verifyRegistrationResponse } = await library();
  const checked = await orNull(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge,
      ...siteOf(siteUrl),
      supportedAlgorithmIDs,
      requireUserVerification: false,
    }),
  );
  if (!checked?.verified) return null;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(response.response.transports ?? []),
  };
}

/** @param passkeys null for a login by passkey alone: the device offers those that it has, and must verify its user */
export async function loginOptions(siteUrl: string, passkeys: readonly PasskeyRow[] | null) {
  const { generateAuthenticationOptions } = await library();
  return await generateAuthenticationOptions({
    rpID: siteOf(siteUrl).expectedRPID,
    timeout,
    userVerification: passkeys === null ? 'required' : 'preferred',
    ...(passkeys && { allowCredentials: passkeys.map(described) }),
  });
}

/**
 * Verifies the answer of a passkey.
 * @param isAlone whether there was no password, so that the device must have verified its user
 * @returns the authenticator's counter, which has grown unless it counts nothing; null where anything does not match
 */
export async function verifyPasskey(
  siteUrl: string,
  response: PasskeyAnswer,
  { passkey, challenge, isAlone }: { passkey: PasskeyRow; challenge: string; isAlone: boolean },
): Promise<number | null> {
  const { userHandle } = response.response;
  if (userHandle && userHandle !== Buffer.from(passkey.user_id).toString('base64url')) return null;
  const { verifyAuthenticationResponse } = await library();
  const checked = await orNull(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      ...siteOf(siteUrl),
      credential: {
        ...described(passkey),
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: isAlone,
    }),
  );
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}
