import { factorsApi } from '../api/factors-api.ts';
import { answerPasskey } from './passkeys.ts';

type Proved = Awaited<ReturnType<typeof factorsApi.prove>>;

/** Proves a second factor of the session with a passkey of this device. @returns null if the person cancelled */
export async function proveByPasskey(): Promise<Proved | null> {
  const asked = await factorsApi.askProof();
  if (asked.kind !== 'ok') return asked;
  const passkey = await answerPasskey(asked.data.options);
  return passkey === null ? null : await factorsApi.prove({ token: asked.data.token, passkey });
}
