// Passkeys of this device (WebAuthn), in the JSON form that the API and the browser share.
import type { ApiResult } from './api/api.ts';
import { factorsApi, loginApi } from './api/member-api.ts';

/** What the API answers for `navigator.credentials`; the browser checks it. */
type Options = unknown;

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
export function createPasskey(options: Options): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(() => navigator.credentials.create({ publicKey }));
}

type Asked = ApiResult<{ token: string; options: Options }>;

/** Asks for a passkey of this device. @returns null if the person cancelled */
async function usePasskey<Data>(
  asked: Asked,
  send: (answer: { token: string; passkey: string }) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data> | null> {
  if (asked.kind !== 'ok') return asked;
  const { options, token } = asked.data;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const passkey = await answerOf(() => navigator.credentials.get({ publicKey }));
  return passkey === null ? null : await send({ token, passkey });
}

/** Logs in. @param token of the login that waits for it; '' for a passkey alone */
export const logInWithPasskey = async (token: string) =>
  await usePasskey(await loginApi.askPasskey(token), loginApi.complete);

/** Proves a second factor of the session. */
export const proveByPasskey = async () => await usePasskey(await factorsApi.askProof(), factorsApi.prove);
