// Proves a second factor of the session again.
import { z } from '../../../shared/zod.ts';
import { callApi, type ApiResult } from '../api.ts';

/** The part of the account's factors that the dialog needs. */
const factors = z.object({
  passkeys: z.array(z.unknown()),
  authenticator: z.unknown(),
  recovery_codes: z.object({ left: z.int() }),
});
const options = z.object({ token: z.string(), options: z.record(z.string(), z.unknown()) });
const proved = z.object({ success: z.literal(true) });

type Proof = { code: string } | { recovery_code: string } | { passkey: string; token: string };

const prove = (body: Proof) => callApi('POST', '/user/factors/prove/', proved, { body });

export const proofApi = {
  factors: () => callApi('GET', '/user/factors/', factors),
  prove,

  /** Asks the browser for a passkey, and sends its answer. @returns null if the person chose none */
  async provePasskey(): Promise<ApiResult<z.infer<typeof proved>> | null> {
    const asked = await callApi('POST', '/user/factors/prove/options/', options, { body: {} });
    if (asked.kind !== 'ok') return asked;
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
      asked.data.options as unknown as PublicKeyCredentialRequestOptionsJSON,
    );
    let credential: Credential | null;
    try {
      credential = await navigator.credentials.get({ publicKey });
    } catch (error) {
      // The person closed the browser's dialog, or waited too long.
      if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
        return null;
      throw error;
    }
    if (!(credential instanceof PublicKeyCredential)) return null;
    return await prove({ passkey: JSON.stringify(credential.toJSON()), token: asked.data.token });
  },
};
