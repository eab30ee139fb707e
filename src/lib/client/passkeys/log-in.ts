import type { TokenPair } from '../../shared/schemas/accounts.ts';
import type { ApiResult } from '../api/api.ts';
import { loginApi } from '../api/login-api.ts';
import { answerPasskey } from './passkeys.ts';

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
