import { useState } from 'react';
import { factorsApi } from '../../lib/client/api/factors-api.ts';
import { answerPasskey } from '../../lib/client/passkeys/passkeys.ts';
import type { FactorsJson } from '../../lib/shared/schemas/factors/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { FactorCodeForm } from './FactorCodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

async function provePasskey() {
  const asked = await factorsApi.askProof();
  if (asked.kind !== 'ok') return asked;
  const passkey = await answerPasskey(asked.data.options);
  return passkey === null ? null : await factorsApi.prove({ token: asked.data.token, passkey });
}

interface Props {
  factors: FactorsJson;
  /** @param provedAt as the server says it */
  onProved: (provedAt: string) => void;
}

/** Asks for a second factor in a session. */
export function ProveFactor({ factors, onProved }: Props) {
  const [alert, setAlert] = useState<AlertContent | null>(null);
  return (
    <div className="second-step">
      <p className="part-text">Prove a second factor that you have first.</p>
      {factors.passkeys.length > 0 && (
        <PasskeyButton
          label="Use a passkey"
          use={provePasskey}
          onDone={(proved) => onProved(proved.proved_at)}
          onAlert={setAlert}
        />
      )}
      {alert && <Alert content={alert} />}
      <FactorCodeForm
        hasApp={factors.authenticator !== null}
        hasRecoveryCodes={factors.recovery_codes.left > 0}
        action="Go on"
        send={factorsApi.prove}
        done={({ proved_at: provedAt }) => {
          onProved(provedAt);
          return { message: messages.factors.proved };
        }}
      />
    </div>
  );
}
