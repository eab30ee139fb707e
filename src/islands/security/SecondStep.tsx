import { useEffect, useRef, useState } from 'react';
import { loginApi } from '../../lib/client/api/login-api.ts';
import { logInWithPasskey } from '../../lib/client/passkeys/log-in.ts';
import type { TokenPair } from '../../lib/shared/schemas/accounts.ts';
import { secondFactorSchema } from '../../lib/shared/schemas/factors.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import type { Done } from '../forms/use-form.ts';
import { FactorCodeForm } from './FactorCodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

interface Props {
  /** `second_factor` of the answer to the password. */
  pending: unknown;
  /** Stores the session. @returns what to say, and where to go */
  onLogin: (pair: TokenPair) => Done;
  onBack: () => void;
}

/** The second step of a login. */
export default function SecondStep({ pending, onLogin, onBack }: Props) {
  const { token, methods } = secondFactorSchema.parse(pending);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  // The form with the focus has gone.
  useEffect(() => title.current?.focus(), []);

  const finish = (pair: TokenPair): void => {
    const { to, kind = 'success', ...said } = onLogin(pair);
    setAlert({ kind, ...said });
    if (to !== undefined) location.assign(to);
  };
  const hasCode = methods.includes('code');
  const hasPasskey = methods.includes('passkey');
  return (
    <div className="second-step">
      <h2 ref={title} tabIndex={-1}>
        One more step
      </h2>
      <p className="soft">Your password was right. Now prove your second factor.</p>
      {hasPasskey && (
        <PasskeyButton
          label="Use a passkey"
          use={() => logInWithPasskey(token)}
          onDone={finish}
          onAlert={setAlert}
        />
      )}
      {alert && <Alert content={alert} />}
      <FactorCodeForm
        hasApp={hasCode}
        hasRecoveryCodes={methods.includes('recovery_code')}
        action="Log in"
        send={(answer) => loginApi.complete({ token, ...answer })}
        done={onLogin}
      />
      <button className="text-button" type="button" onClick={onBack}>
        Log in as somebody else
      </button>
    </div>
  );
}
