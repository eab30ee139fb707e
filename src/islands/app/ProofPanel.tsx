import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { proofsApi } from '../../lib/client/api/proofs-api.ts';
import { $session } from '../../lib/client/session/session.ts';
import {
  proofWayLabels,
  type OwnProofJson,
  type ProofInstruction,
  proofTexts,
} from '../../lib/shared/schemas/proofs.ts';
import { Alert } from '../ui/Alert.tsx';
import { VerifyNotice } from '../ui/VerifyNotice.tsx';
import { WithFetched } from '../ui/WithFetched.tsx';
import { isSettled, stateOfProof } from './proof-state.ts';
import { ProofWayForm } from './ProofWayForm.tsx';

interface Props {
  appId: string;
  ownerId: string;
}

/** What an account has proved about an app, and the five ways to prove it. */
export default function ProofPanel({ appId, ownerId }: Props) {
  const visitor = useStore($session, { ssr: 'initial' });
  const fetch = useCallback(() => proofsApi.show(appId), [appId]);
  if (visitor?.is_verified === false && visitor.user_id !== ownerId)
    return <VerifyNotice email={visitor.email} note={proofTexts.claimUnverified} />;
  return (
    <WithFetched fetch={fetch} waiting={proofTexts.waiting}>
      {(proof) => <Proof appId={appId} first={proof} />}
    </WithFetched>
  );
}

const possibleFirst = (ways: readonly ProofInstruction[]): ProofInstruction[] => [
  ...ways.filter(({ possible }) => possible),
  ...ways.filter(({ possible }) => !possible),
];

function Proof({ appId, first }: { appId: string; first: OwnProofJson }) {
  const [proof, setProof] = useState(first);
  return (
    <>
      <Alert content={stateOfProof(proof)} id="proof-state" />
      {!isSettled(proof) && (
        <div className="proof-ways">
          {possibleFirst(proof.ways).map((instruction) => (
            <Way
              key={instruction.way}
              appId={appId}
              instruction={instruction}
              isOpen={proof.way === instruction.way}
              codeSent={proof.code_sent}
              onChecked={setProof}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface WayProps {
  appId: string;
  instruction: ProofInstruction;
  isOpen: boolean;
  codeSent: boolean;
  onChecked: (proof: OwnProofJson) => void;
}

function Way({ appId, instruction, isOpen, codeSent, onChecked }: WayProps) {
  const { copies, possible, text, way } = instruction;
  return (
    <details open={isOpen}>
      <summary>
        <span>
          {proofWayLabels[way]} {!possible && <span className="soft">{proofTexts.impossible}</span>}
        </span>
      </summary>
      <p className="part-text">{text}</p>
      {copies.map((copy) => (
        <Copy key={copy.label} {...copy} />
      ))}
      {possible && <ProofWayForm appId={appId} way={way} codeSent={codeSent} onChecked={onChecked} />}
    </details>
  );
}

function Copy({ label, text }: { label: string; text: string }) {
  const [note, setNote] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setNote(proofTexts.copied);
    } catch {
      // Some browsers refuse the clipboard; the text can be selected.
      setNote(proofTexts.notCopied);
    }
  };
  return (
    <div className="proof-copy">
      <b>{label}</b>
      <code>{text}</code>
      <button className="button quiet" type="button" onClick={() => void copy()}>
        {proofTexts.copy}
        <span className="unseen"> {label}</span>
      </button>{' '}
      <span className="soft" role="status">
        {note}
      </span>
    </div>
  );
}
