// Passkeys of this device. The library is loaded when one is used, so that no page carries it.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { TokenPair } from '../shared/schemas/accounts.ts';
import type { ApiResult } from './api/api.ts';
import { factorsApi, loginApi } from './api/member-api.ts';

const library = () => import('@simplewebauthn/browser');

/** What the API answers for `navigator.credentials`; the library checks it. */
type Options = Record<string, unknown>;

/**
 * Asks the device for a passkey.
 * @returns the answer as JSON text; null if the person cancelled, or has none here
 */
async function answerPasskey(options: Options): Promise<string | null> {
  const { startAuthentication } = await library();
  return await unlessCancelled(async () => {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return JSON.stringify(await startAuthentication({ optionsJSON }));
  });
}

/**
 * Asks the device to make a passkey.
 * @returns the answer as JSON text; null if the person cancelled, or the device has one of the account
 */
export async function createPasskey(options: Options): Promise<string | null> {
  const { startRegistration } = await library();
  return await unlessCancelled(async () => {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return JSON.stringify(await startRegistration({ optionsJSON }));
  });
}

/** Browsers do not tell a refusal from a cancelled prompt, so that sites cannot find out who has a passkey. */
const endings = ['NotAllowedError', 'AbortError', 'InvalidStateError'];

async function unlessCancelled(ask: () => Promise<string>): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && endings.includes(error.name)) return null;
    throw error;
  }
}

/**
 * Logs in with a passkey of this device.
 * @param token of the login that waits for it; '' for a passkey alone
 * @returns null if the person cancelled
 */
export async function logInWithPasskey(token: string): Promise<ApiResult<TokenPair> | null> {
  const asked = await loginApi.askPasskey(token);
  if (asked.kind !== 'ok') return asked;
  const passkey = await answerPasskey(asked.data.options);
  return passkey === null ? null : await loginApi.complete({ token: asked.data.token, passkey });
}

/** Proves a second factor of the session with a passkey of this device. @returns null if the person cancelled */
export async function proveByPasskey(): Promise<ApiResult<{ proved_at: string }> | null> {
  const asked = await factorsApi.askProof();
  if (asked.kind !== 'ok') return asked;
  const passkey = await answerPasskey(asked.data.options);
  return passkey === null ? null : await factorsApi.prove({ token: asked.data.token, passkey });
}
