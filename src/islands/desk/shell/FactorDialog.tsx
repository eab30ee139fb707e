import { useState } from 'react';
import { proofApi } from '../../../lib/client/api/desk/proof-api.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { serverFirst, showFailure } from '../../forms/refusal.ts';
import { useForm } from '../../forms/use-form.ts';
import { WithFetched } from '../../ui/WithFetched.tsx';
import { Dialog } from './Dialog.tsx';
import type { WantedProof } from './proof-context.ts';

interface Props {
  wanted: WantedProof;
  /** Why it is needed, as the server says it. */
  says: string;
  onProved: () => void;
  onClose: () => void;
}

const titles: Record<WantedProof, string> = {
  second_factor: 'Prove that it is you',
  fresh_factor: 'Prove again that it is you',
};

/** Asks for a second factor. What was typed in the page below stays. */
export function FactorDialog({ wanted, says, onProved, onClose }: Props) {
  return (
    <Dialog title={titles[wanted]} onClose={onClose}>
      <p>{says}</p>
      <WithFetched fetch={proofApi.factors} waiting="One moment ...">
        {({ passkeys, authenticator, recovery_codes }) =>
          passkeys.length === 0 && !authenticator ? (
            <p>
              <a href="/profile/update/security">Add a second factor to your account</a>, then come back.
            </p>
          ) : (
            <>
              {passkeys.length > 0 && <PasskeyButton onProved={onProved} />}
              <CodeForm
                hasAuthenticator={Boolean(authenticator)}
                hasRecoveryCodes={recovery_codes.left > 0}
                onProved={onProved}
              />
            </>
          )
        }
      </WithFetched>
    </Dialog>
  );
}

function PasskeyButton({ onProved }: { onProved: () => void }) {
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState('');
  const ask = async (): Promise<void> => {
    if (isWaiting) return;
    setWaiting(true);
    setFailure('');
    try {
      const result = await proofApi.provePasskey();
      if (result?.kind === 'ok') onProved();
      else if (result) setFailure(showFailure(result, serverFirst, []).message);
    } catch (error) {
      setFailure(messages.errors.server);
      throw error;
    } finally {
      setWaiting(false);
    }
  };
  return (
    <div className="form">
      <button
        className="button"
        type="button"
        aria-disabled={isWaiting}
        aria-busy={isWaiting}
        onClick={() => void ask()}
      >
        Use a passkey
      </button>
      <p className="desk-error" role="alert">
        {failure}
      </p>
    </div>
  );
}

interface CodeProps {
  hasAuthenticator: boolean;
  hasRecoveryCodes: boolean;
  onProved: () => void;
}

const codeSchema = z.object({ code: z.string().trim().min(1, 'Enter the code.') });

function CodeForm({ hasAuthenticator, hasRecoveryCodes, onProved }: CodeProps) {
  const [isRecovering, setRecovering] = useState(!hasAuthenticator);
  const form = useForm({
    schema: codeSchema,
    prefix: 'proof-',
    send: ({ code }) => proofApi.prove(isRecovering ? { recovery_code: code } : { code }),
    texts: serverFirst,
    done: () => {
      onProved();
      return { message: 'Proved.' };
    },
    ready: ({ code = '' }) => code !== '',
  });
  if (!hasAuthenticator && !hasRecoveryCodes) return null;
  return (
    <Form
      form={form}
      action="Go on"
      busy="Checking ..."
      after={
        hasAuthenticator &&
        hasRecoveryCodes && (
          <button className="text-button" type="button" onClick={() => setRecovering(!isRecovering)}>
            {isRecovering ? 'Use the authenticator app' : 'Use a recovery code'}
          </button>
        )
      }
    >
      <Field
        key={String(isRecovering)}
        name="code"
        label={isRecovering ? 'Recovery code' : 'Code from your authenticator app'}
        inputMode={isRecovering ? 'text' : 'numeric'}
        autoComplete={isRecovering ? 'off' : 'one-time-code'}
        autoFocus
      />
    </Form>
  );
}
