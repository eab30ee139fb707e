import { useRef, useState } from 'react';
import { factorsApi } from '../../lib/client/api/factors-api.ts';
import type { FactorsJson } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/WithFetched.tsx';
import { WithVerified } from '../profile/WithVerified.tsx';
import { ActionPanel } from './ActionPanel.tsx';
import { FactorList } from './FactorList.tsx';
import { hasFactor, type Action, type Change } from './factor-state.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export default function Security() {
  return (
    <WithVerified what="factors">
      {({ email }) => (
        <WithFetched fetch={factorsApi.list} waiting="Fetching your second factors ...">
          {(factors) => <Factors first={factors} email={email} />}
        </WithFetched>
      )}
    </WithVerified>
  );
}

function Factors({ first, email }: { first: FactorsJson; email: string }) {
  const [factors, setFactors] = useState(first);
  const [action, setAction] = useState<Action | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const summary = useRef<HTMLParagraphElement>(null);

  const open = (chosen: Action): void => {
    setAlert(null);
    setAction(chosen);
  };
  const close = (): void => {
    setAction(null);
    // The form with the focus has gone.
    summary.current?.focus();
  };
  const changed = ({ factors: now, recovery_codes: made = null, message }: Change): void => {
    setFactors(now);
    if (made) setCodes(made);
    else if (!hasFactor(now)) setCodes(null);
    setAlert({ kind: 'success', message, detail: messages.factors.othersStay });
    close();
  };
  return (
    <div className="security">
      <p className="part-text" ref={summary} tabIndex={-1}>
        {hasFactor(factors)
          ? 'A login to your account needs your password and one of these, or a passkey alone.'
          : 'Your account has no second factor. With one, nobody can log in with your password alone.'}
        {factors.role !== 'member' && ' Staff need one to open the desk, and keep at least one.'}
      </p>
      {action === null && <Alert content={alert} />}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {action === null ? (
        <FactorList factors={factors} onAction={open} />
      ) : (
        <ActionPanel
          key={JSON.stringify(action)}
          action={action}
          factors={factors}
          email={email}
          onProved={(provedAt) => setFactors({ ...factors, proved_at: provedAt })}
          onDone={changed}
          onCancel={close}
        />
      )}
    </div>
  );
}
