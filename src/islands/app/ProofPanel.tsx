import { useState } from 'react';
import { proofsApi } from '../../lib/client/api/proofs-api.ts';
import {
  proofWayLabels,
  type OwnProofJson,
  type ProofInstruction,
} from '../../lib/shared/schemas/proofs/proofs.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { proofTexts } from '../../lib/shared/text/proofs/proof-texts.ts';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/WithFetched.tsx';
import { ProofWayForm } from './ProofWayForm.tsx';

/** What its owner has proved about an app, and the five ways to prove it. */
export default function ProofPanel({ appId }: { appId: string }) {
  return (
    <WithFetched fetch={() => proofsApi.show(appId)} waiting={proofTexts.waiting}>
      {(proof) => <Proof appId={appId} first={proof} />}
    </WithFetched>
  );
}

/** What stands, in one sentence. */
function stateOf(proof: OwnProofJson): AlertContent {
  const { name, problem, state } = proof;
  const day = (at: string | null): string => (at === null ? '' : formatDay(Date.parse(at)));
  switch (state) {
    case 'proved':
      return {
        kind: 'success',
        message: proofTexts.proved(name, day(proof.checked_at), day(proof.next_check_at)),
      };
    case 'failing':
      return {
        kind: 'warning',
        message: proofTexts.failing(name, day(proof.next_check_at)),
        detail: problem,
      };
    case 'lapsed':
      return { kind: 'warning', message: proofTexts.lapsed(name), detail: problem };
    case 'blocked':
      return { kind: 'error', message: proofTexts.blocked, detail: problem };
    case 'none':
      return { kind: 'warning', title: proofTexts.noneTitle, message: proofTexts.none };
  }
}

function Proof({ appId, first }: { appId: string; first: OwnProofJson }) {
  const [proof, setProof] = useState(first);
  return (
    <>
      <Alert content={stateOf(proof)} id="proof-state" />
      {proof.state !== 'blocked' && (
        <div className="proof-ways">
          {proof.ways.map((instruction) => (
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
      <summary>{proofWayLabels[way]}</summary>
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
