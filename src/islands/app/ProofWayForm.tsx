import { useState } from 'react';
import { proofsApi } from '../../lib/client/api/proofs-api.ts';
import {
  proofLimits,
  proofWayLabels,
  type OwnProofJson,
  type ProofWay,
  proofTexts,
} from '../../lib/shared/schemas/proofs.ts';
import { FieldFrame } from '../forms/Field.tsx';
import { serverFirst, showFailure } from '../forms/refusal.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { SubmitButton } from '../forms/SubmitButton.tsx';

interface Props {
  appId: string;
  way: ProofWay;
  /** Whether a mailed code waits to be entered. */
  codeSent: boolean;
  onChecked: (proof: OwnProofJson) => void;
}

const fields: Partial<Record<ProofWay, { label: string; hint: string; most: number }>> = {
  repository: { ...proofTexts.repository, most: proofLimits.repository },
  store: { ...proofTexts.code, most: proofLimits.code },
};

const foundText = ({ case: number, name }: OwnProofJson): string =>
  number === null ? proofTexts.found(name) : proofTexts.claimed(name, number);

/** 'Check now' for one way, with what it needs to be told. */
export function ProofWayForm({ appId, way, codeSent, onChecked }: Props) {
  const [value, setValue] = useState('');
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = way === 'store' && !codeSent ? undefined : fields[way];
  const check = async (withCode: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setAlert(null);
    const form = way === 'repository' ? { way, repository: value } : { way, code: withCode ? value : '' };
    const result = await proofsApi.check(appId, form);
    setBusy(false);
    if (result.kind !== 'ok') {
      const { message, detail } = showFailure(result, serverFirst, []);
      setAlert({ kind: 'error', title: proofTexts.notFound, message, detail });
      return;
    }
    const isSent = way === 'store' && !withCode;
    setAlert({ kind: 'success', message: isSent ? proofTexts.codeSent : foundText(result.data) });
    onChecked(result.data);
  };
  const id = `proof-${way}`;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void check(field !== undefined);
      }}
    >
      {field && (
        <FieldFrame id={id} label={field.label} note={field.hint}>
          <input
            id={id}
            value={value}
            maxLength={field.most}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setValue(target.value)}
          />
        </FieldFrame>
      )}
      <Alert content={alert} id={`${id}-alert`} />
      <SubmitButton disabled={field !== undefined && value.trim() === ''} busy={isBusy} done={false}>
        {isBusy ? proofTexts.checking : way === 'store' && !field ? proofTexts.mailCode : proofTexts.check}
        <span className="unseen">: {proofWayLabels[way]}</span>
      </SubmitButton>
      {way === 'store' && field && (
        <button
          className="text-button"
          type="button"
          aria-disabled={isBusy}
          onClick={() => void check(false)}
        >
          {proofTexts.mailAgain}
        </button>
      )}
    </form>
  );
}
