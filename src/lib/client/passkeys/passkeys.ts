// Passkeys of this device. The library is loaded when one is used, so that no page carries it.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

const library = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys here: none has them for an IP address, or without https. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/** What the API answers for `navigator.credentials`; the library checks it. */
type Options = Record<string, unknown>;

/**
 * Asks the device for a passkey.
 * @returns the answer as JSON text; null if the person cancelled, or has none here
 */
export async function answerPasskey(options: Options): Promise<string | null> {
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
