// The questions for a second factor: in a session, and as the second step of a login.
import { useState } from 'react';
import { type ApiResult, completeLogin, proveFactor } from '../../lib/client/api/api.ts';
import { logInWithPasskey, proveByPasskey } from '../../lib/client/passkeys.ts';
import type { TokenPair } from '../../lib/shared/schemas/accounts.ts';
import type { FactorAnswer, FactorsJson, SecondFactorJson } from '../../lib/shared/schemas/factors.ts';
import { freshMinutes } from '../../lib/shared/schemas/limits.ts';
import { Field } from '../forms/Field.tsx';
import { type Done, Form, useForm } from '../forms/Form.tsx';
import { TextButton } from '../ui/Button.tsx';
import { Alert } from '../ui/Alert.tsx';
import { focusAtOnce } from '../ui/use-hydrated.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

export const hasFactor = ({ passkeys, authenticator }: FactorsJson): boolean =>
  passkeys.length > 0 || authenticator !== null;

/** Half a minute less than on the server, so that a form is not refused after it was filled in. */
const freshMs = freshMinutes * 60_000 - 30_000;

/**
 * What a change needs before it is sent, as the server will ask for it.
 * @param isAddition whether it adds a factor or a token
 */
export function confirmationOf(factors: FactorsJson, isAddition: boolean): 'nothing' | 'password' | 'factor' {
  const { proved_at: provedAt, role } = factors;
  if (provedAt !== null && Date.now() - Date.parse(provedAt) < freshMs) return 'nothing';
  return hasFactor(factors) && (isAddition || role !== 'member') ? 'factor' : 'password';
}

interface Props {
  factors: FactorsJson;
  says: string;
  autoFocus?: boolean;
  /** @param provedAt as the server says it */
  onProved: (provedAt: string) => void;
}

export function ProveFactor({ factors, says, autoFocus = false, onProved }: Props) {
  return (
    <div className="second-step">
      <p className="part-text">{says}</p>
      <Questions
        methods={[
          ...(factors.passkeys.length > 0 ? ['passkey'] : []),
          ...(factors.authenticator ? ['code'] : []),
          ...(factors.recovery_codes.left > 0 ? ['recovery_code'] : []),
        ]}
        action="Continue"
        autoFocus={autoFocus}
        askDevice={proveByPasskey}
        send={proveFactor}
        done={({ proved_at: provedAt }) => {
          onProved(provedAt);
          return { message: 'Second factor confirmed' };
        }}
      />
    </div>
  );
}

interface StepProps {
  /** `second_factor` of the answer to the password. */
  pending: unknown;
  /** Stores the session. @returns what to say */
  onLogin: (pair: TokenPair) => Done;
  onBack: () => void;
}

export default function SecondStep({ pending, onLogin, onBack }: StepProps) {
  const { token, methods } = pending as SecondFactorJson;
  return (
    <div className="second-step">
      <h2 ref={focusAtOnce} tabIndex={-1}>
        One more step
      </h2>
      <p className="soft">Your password was right. Now prove your second factor.</p>
      <Questions
        methods={methods}
        action="Log in"
        askDevice={() => logInWithPasskey(token)}
        send={(answer) => completeLogin({ token, ...answer })}
        done={onLogin}
      />
      <TextButton onClick={onBack}>Log in as somebody else</TextButton>
    </div>
  );
}

interface QuestionProps<Data> {
  /** What the account has: 'passkey', 'code' of an authenticator app, 'recovery_code'. */
  methods: readonly string[];
  action: string;
  autoFocus?: boolean;
  /** Asks for a passkey. @returns null if the person cancelled */
  askDevice: () => Promise<ApiResult<Data> | null>;
  send: (answer: FactorAnswer) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

function Questions<Data>(props: QuestionProps<Data>) {
  const { methods, action, autoFocus = false, askDevice, send, done } = props;
  const [hasApp, hasRecoveryCodes] = [methods.includes('code'), methods.includes('recovery_code')];
  const [isRecovering, setRecovering] = useState(!hasApp);
  const form = useForm<{ code: string }, Data>({
    initial: { code: '' },
    // The page behind a dialog may have a field of the same name.
    prefix: 'factor-',
    send: ({ code }) => send(isRecovering ? { recovery_code: code.trim() } : { code: code.trim() }),
    done,
    ready: ({ code }) => code.trim() !== '',
    explain: (_, failure) =>
      failure?.kind === 'error' && failure.status === 401 ? (
        <a className="text-button" href={location.href}>
          Log in again
        </a>
      ) : undefined,
  });
  const swap = (): void => {
    form.change({ code: '' });
    setRecovering(!isRecovering);
  };
  return (
    <>
      {methods.includes('passkey') && (
        <PasskeyButton
          label="Use a passkey"
          use={askDevice}
          onDone={(data) => form.finish(done(data))}
          onAlert={form.setAlert}
        />
      )}
      {hasApp || hasRecoveryCodes ? (
        <Form
          form={form}
          action={action}
          busy="Checking..."
          after={
            hasApp &&
            hasRecoveryCodes && (
              <TextButton onClick={swap}>
                {isRecovering ? 'Use the authenticator app' : 'Use a recovery code'}
              </TextButton>
            )
          }
        >
          <Field
            key={String(isRecovering)}
            name="code"
            {...(isRecovering
              ? { label: 'Recovery code', hint: 'One of the ten that you saved. It works once.' }
              : { label: 'Code from your authenticator app', hint: 'Six digits, new every 30 seconds.' })}
            inputMode={isRecovering ? 'text' : 'numeric'}
            autoComplete={isRecovering ? 'off' : 'one-time-code'}
            verbatim
            enterKeyHint="done"
            autoFocus={autoFocus}
            required
          />
        </Form>
      ) : (
        <Alert content={form.alert} />
      )}
    </>
  );
}
