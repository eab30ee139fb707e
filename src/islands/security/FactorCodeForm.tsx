import { useState } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import type { FactorAnswer } from '../../lib/shared/schemas/factors.ts';
import { z } from '../../lib/shared/zod.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { useForm, type Done } from '../forms/use-form.ts';

interface Props<Data> {
  hasApp: boolean;
  hasRecoveryCodes: boolean;
  action: string;
  autoFocus?: boolean;
  send: (answer: FactorAnswer) => Promise<ApiResult<Data>>;
  done: (data: Data) => Done;
}

const schema = z.object({ code: z.string().trim().min(1, 'Enter the code.') });

/** Asks for a code of the authenticator app, or for a recovery code. */
export function FactorCodeForm<Data>({
  hasApp,
  hasRecoveryCodes,
  action,
  autoFocus = false,
  send,
  done,
}: Props<Data>) {
  const [isRecovering, setRecovering] = useState(!hasApp);
  const form = useForm({
    schema,
    // The page behind a dialog may have a field of the same name.
    prefix: 'factor-',
    send: ({ code }) => send(isRecovering ? { recovery_code: code } : { code }),
    texts: { serverFirst: true },
    done,
    ready: ({ code = '' }) => code.trim() !== '',
    // The server names the recovery code by its own field; the form has one for both.
    explain: (failure) =>
      failure.kind === 'refused' && failure.status === 401 ? (
        <a className="text-button" href={location.href}>
          Log in again
        </a>
      ) : undefined,
  });
  if (!hasApp && !hasRecoveryCodes) return null;
  const other = isRecovering ? 'Use the authenticator app' : 'Use a recovery code';
  return (
    <Form
      form={form}
      action={action}
      busy="Checking..."
      after={
        hasApp &&
        hasRecoveryCodes && (
          <button
            className="text-button"
            type="button"
            onClick={() => {
              form.clearErrors();
              form.setAlert(null);
              setRecovering(!isRecovering);
            }}
          >
            {other}
          </button>
        )
      }
    >
      <Field
        key={String(isRecovering)}
        name="code"
        label={isRecovering ? 'Recovery code' : 'Code from your authenticator app'}
        hint={
          isRecovering ? 'One of the ten that you kept. It works once.' : 'Six digits, new every 30 seconds.'
        }
        inputMode={isRecovering ? 'text' : 'numeric'}
        autoComplete={isRecovering ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus={autoFocus}
        required
      />
    </Form>
  );
}
