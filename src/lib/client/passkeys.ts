// Passkeys of this device (WebAuthn), in the JSON form that the API and the browser share.
import type { PasskeyOptions } from '../shared/schemas/factors.ts';
import { type ApiResult, callApi, completeLogin, postAnonymously, proveFactor } from './api/api.ts';

/** Browsers do not tell a failure from a cancelled prompt, so that sites cannot find out who has a passkey. */
const endings = ['NotAllowedError', 'AbortError', 'InvalidStateError'];

/** @returns the device's answer as JSON text; null if the person cancelled, or the device has nothing to answer with */
async function answerOf(ask: () => Promise<Credential | null>): Promise<string | null> {
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    if (error instanceof Error && endings.includes(error.name)) return null;
    throw error;
  }
}

/** Asks the device to make a passkey. @returns null also where the device has one of the account */
export function createPasskey(options: unknown): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(() => navigator.credentials.create({ publicKey }));
}

/** Asks for a passkey of this device. @returns null if the person cancelled */
async function usePasskey<Data>(
  asked: ApiResult<PasskeyOptions>,
  send: (answer: { token: string; passkey: string }) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data> | null> {
  if (asked.kind !== 'ok') return asked;
  const { options, token } = asked.data;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const passkey = await answerOf(() => navigator.credentials.get({ publicKey }));
  return passkey === null ? null : await send({ token, passkey });
}

/** Logs in. @param token of the login that waits for it; left out for a passkey alone */
export const logInWithPasskey = async (token?: string) =>
  await usePasskey(await postAnonymously('/token/factor/options/', { token }), completeLogin);

export const proveByPasskey = async () =>
  await usePasskey(await callApi('POST', '/user/factors/prove/options/'), proveFactor);
