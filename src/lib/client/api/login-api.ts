// The second step of a login, and the login by passkey alone. Loaded when one is needed.
import { tokenPairSchema } from '../../shared/schemas/accounts.ts';
import { passkeyOptionsSchema } from '../../shared/schemas/factors.ts';
import { callApi } from './api.ts';

export const loginApi = {
  /** @param token of the pending login; '' for a passkey alone */
  askPasskey: (token: string) =>
    callApi('POST', '/token/factor/options/', passkeyOptionsSchema, {
      body: token === '' ? {} : { token },
      anonymous: true,
    }),
  complete: (body: Record<string, string>) =>
    callApi('POST', '/token/factor/', tokenPairSchema, { body, anonymous: true }),
};
