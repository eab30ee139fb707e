import { useState } from 'react';
import { factorsApi } from '../../lib/client/api/factors-api.ts';
import { proveByPasskey } from '../../lib/client/passkeys/prove.ts';
import type { FactorsJson } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { FactorCodeForm } from './FactorCodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

interface Props {
  factors: FactorsJson;
  /** Why it is asked for. */
  says: string;
  /** Whether the code has the focus at once. */
  autoFocus?: boolean;
  /** @param provedAt as the server says it */
  onProved: (provedAt: string) => void;
}

/** Asks for a second factor in a session. */
export function ProveFactor({ factors, says, autoFocus = false, onProved }: Props) {
  const [alert, setAlert] = useState<AlertContent | null>(null);
  return (
    <div className="second-step">
      <p className="part-text">{says}</p>
      {factors.passkeys.length > 0 && (
        <PasskeyButton
          label="Use a passkey"
          use={proveByPasskey}
          onDone={(proved) => onProved(proved.proved_at)}
          onAlert={setAlert}
        />
      )}
      {alert && <Alert content={alert} />}
      <FactorCodeForm
        hasApp={factors.authenticator !== null}
        hasRecoveryCodes={factors.recovery_codes.left > 0}
        action="Continue"
        autoFocus={autoFocus}
        send={factorsApi.prove}
        done={({ proved_at: provedAt }) => {
          onProved(provedAt);
          return { message: messages.factors.proved };
        }}
      />
    </div>
  );
}
