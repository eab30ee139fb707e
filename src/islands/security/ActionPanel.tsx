import { useEffect, useRef, useState } from 'react';
import { factorsApi } from '../../lib/client/api/factors-api.ts';
import type { FactorsJson } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { AddAuthenticator } from './AddAuthenticator.tsx';
import { AddPasskey } from './AddPasskey.tsx';
import { ConfirmedForm } from './ConfirmedForm.tsx';
import { needsOf, type Action, type Change } from './factor-state.ts';
import { ProveFactor } from './ProveFactor.tsx';
import { RenamePasskey } from './RenamePasskey.tsx';

interface Props {
  action: Action;
  factors: FactorsJson;
  email: string;
  onProved: (provedAt: string) => void;
  onDone: (change: Change) => void;
  onCancel: () => void;
}

const titles: Record<Action['kind'], string> = {
  'add-passkey': 'Add a passkey',
  'add-app': 'Add an authenticator app',
  'remove-app': 'Remove the authenticator app',
  'make-codes': 'Make new recovery codes',
  'rename-passkey': 'Rename a passkey',
  'remove-passkey': 'Remove a passkey',
};

/** One change of second factors, in place of their list. Asks for a factor first where the server will. */
export function ActionPanel({ action, factors, email, onProved, onDone, onCancel }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  // Decided once, so that a form is not replaced while somebody types.
  const [isProving, setProving] = useState(() => needsOf(action, factors) === 'factor');
  const asksPassword = !isProving && needsOf(action, factors) === 'password';
  return (
    <section className="factors">
      <h2 ref={title} tabIndex={-1}>
        {titles[action.kind]}
      </h2>
      {isProving ? (
        <ProveFactor
          factors={factors}
          says="Prove a second factor that you have first."
          onProved={(provedAt) => {
            onProved(provedAt);
            setProving(false);
          }}
        />
      ) : (
        <ActionForm action={action} email={asksPassword ? email : null} onDone={onDone} />
      )}
      <button className="text-button" type="button" onClick={onCancel}>
        Cancel
      </button>
    </section>
  );
}

interface FormProps {
  action: Action;
  /** The address of the account where its password is asked for; null where a fresh proof is enough. */
  email: string | null;
  onDone: (change: Change) => void;
}

function ActionForm({ action, email, onDone }: FormProps) {
  switch (action.kind) {
    case 'add-passkey':
      return <AddPasskey email={email} onDone={onDone} />;
    case 'add-app':
      return <AddAuthenticator email={email} onDone={onDone} />;
    case 'rename-passkey':
      return <RenamePasskey id={action.id} name={action.name} onDone={onDone} />;
    case 'remove-passkey':
      return (
        <ConfirmedForm
          email={email}
          action="Remove"
          danger
          text={`'${action.name}' will no longer log you in. Your other logins stay as they are.`}
          send={(password) => factorsApi.removePasskey(action.id, password)}
          onDone={(data) => onDone({ ...data, message: messages.factors.passkeyRemoved })}
        />
      );
    case 'remove-app':
      return (
        <ConfirmedForm
          email={email}
          action="Remove"
          danger
          text="Codes of the app will no longer log you in. Your other logins stay as they are."
          send={factorsApi.removeAuthenticator}
          onDone={(data) => onDone({ ...data, message: messages.factors.authenticatorRemoved })}
        />
      );
    case 'make-codes':
      return (
        <ConfirmedForm
          email={email}
          action="Make new codes"
          text="You get ten new codes. The old ones no longer work."
          send={factorsApi.makeRecoveryCodes}
          onDone={(data) => onDone({ ...data, message: messages.factors.codesMade })}
        />
      );
  }
}
