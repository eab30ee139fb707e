import { proofWays, type ProofWay, proofTexts } from '../../lib/shared/text/proof-texts.ts';
import { proofCodeMinutes, proofLimits } from '../../lib/shared/schemas/limits.ts';
import { useState } from 'react';
import { callApi } from '../../lib/client/api/api.ts';
import type { OwnProofJson } from '../../lib/shared/schemas/proofs.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { Field } from '../forms/Field.tsx';
import { Form, useForm } from '../forms/Form.tsx';
import { WithVerified } from '../profile/WithProfile.tsx';
import { Button, TextButton } from '../ui/Button.tsx';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/fetched.tsx';
import { useCopy } from '../ui/use-hydrated.ts';

export default function ProofPanel({ appId }: { appId: string }) {
  return (
    <WithVerified to="claim an app">
      <WithFetched<OwnProofJson> path={`/app/${appId}/proof/`} waiting="Loading...">
        {(proof) => <Proof appId={appId} first={proof} />}
      </WithFetched>
    </WithVerified>
  );
}

const day = (at: string | null): string => (at === null ? '' : formatDay(at));

/** Whether staff have decided about a claim and left the listing with the account that has it. */
const isRefused = ({ case_state, is_owner }: OwnProofJson): boolean => !is_owner && case_state === 'decided';

function stateOf(proof: OwnProofJson): AlertContent {
  const { case: number, checked_at: checked, is_owner: isOwner, name, next_check_at: next, state } = proof;
  const warn = (title: string, message: string): AlertContent => ({
    kind: state === 'blocked' ? 'error' : 'warning',
    title,
    message,
    detail: proof.problem || undefined,
  });
  if (state === 'blocked')
    return warn('Not accepted', `We do not accept ${isOwner ? 'a' : 'your'} proof for this app.`);
  if (number !== null && isRefused(proof))
    return warn(
      'Your claim was decided',
      `Our staff have decided case ${number}, and the listing stays with the account that has it. The mail about the case says why, and where to write if you disagree.`,
    );
  if (state === 'none' || (!isOwner && number === null))
    return warn(
      proofTexts.noneTitle,
      `Choose one of five ways, all free. ${isOwner ? 'The page of your app then says what you own, and nobody can impersonate you.' : 'Nobody else sees what you try.'}`,
    );
  const claim = isOwner ? null : number;
  switch (state) {
    case 'proved': {
      const owns = `You have verified that you own ${name}.`;
      const message = `${owns} Last checked on ${day(checked)}; next check on ${day(next)}.`;
      if (claim === null) return { kind: 'success', message };
      return {
        kind: 'success',
        title: 'We are looking at your claim',
        message: `${owns} Our staff are reviewing your claim in case ${claim} and will mail you their decision. Leave the proof in place until then.`,
      };
    }
    case 'failing':
      return warn(
        'Not found at the last check',
        claim === null
          ? `The last check for ${name} failed. The badge stays until three checks have failed; the next one is on ${day(next)}.`
          : `You have claimed this app in case ${claim}, which is open, but the last check for ${name} failed. Put the proof back: without it you will not get the listing.`,
      );
    case 'lapsed':
      return warn(
        'Verification has lapsed',
        claim === null
          ? `Three checks for ${name} have failed, so the badge is gone.`
          : `Three checks for ${name} have failed, so your claim in case ${claim} no longer counts. Put the proof back and check again.`,
      );
  }
}

function Proof({ appId, first }: { appId: string; first: OwnProofJson }) {
  const [proof, setProof] = useState(first);
  // Another check would change nothing.
  const isSettled = proof.state === 'blocked' || isRefused(proof);
  const possibleFirst = [...proof.ways].sort((one, other) => Number(other.possible) - Number(one.possible));
  return (
    <>
      <Alert content={stateOf(proof)} />
      {!isSettled && (
        <div className="proof-ways">
          {possibleFirst.map(({ copies, possible, text, way }) => (
            <details key={way} open={proof.way === way}>
              <summary>
                <span>
                  {proofWays[way]} {!possible && <span className="soft">(not for this app)</span>}
                </span>
              </summary>
              <p className="part-text">{text}</p>
              {copies.map((copy) => (
                <Copy key={copy.label} {...copy} />
              ))}
              {possible && (
                <WayForm appId={appId} way={way} isCodeSent={proof.code_sent} onChecked={setProof} />
              )}
            </details>
          ))}
        </div>
      )}
    </>
  );
}

function Copy({ label, text }: { label: string; text: string }) {
  const refused = 'Your browser does not let this site copy. Select the text instead.';
  const [note, copy] = useCopy(text, refused);
  return (
    <div className="proof-copy">
      <b>{label}</b>
      <code>{text}</code>
      <Button onClick={copy}>
        Copy
        <span className="unseen"> {label}</span>
      </Button>{' '}
      <span className="soft" role="status">
        {note}
      </span>
    </div>
  );
}

const fields: Partial<Record<ProofWay, { label: string; hint: string; most: number }>> = {
  repository: {
    label: 'Repository',
    hint: 'owner/name, or its address at GitHub',
    most: proofLimits.repository,
  },
  store: {
    label: 'Code',
    hint: `From the mail. It is valid for ${String(proofCodeMinutes)} minutes.`,
    most: proofLimits.code,
  },
};

const codeSent = 'A code was mailed to the address in the Play listing. Enter it here.';

interface FormProps {
  appId: string;
  way: ProofWay;
  isCodeSent: boolean;
  onChecked: (proof: OwnProofJson) => void;
}

/** 'Check now' for one way, with what it needs to be told. */
function WayForm({ appId, way, isCodeSent, onChecked }: FormProps) {
  const field = way === 'store' && !isCodeSent ? undefined : fields[way];
  const asksForCode = way === 'store' && !field;
  const check = (told: Partial<Record<'repository' | 'code', string | undefined>>) =>
    callApi<OwnProofJson>('POST', `/app/${appId}/proof/`, { body: { way, ...told } });
  const form = useForm({
    initial: { value: '' },
    prefix: `proof-${way}-`,
    send: ({ value }) => check(way === 'repository' ? { repository: value } : { code: value || undefined }),
    done: (proof) => {
      onChecked(proof);
      const { case: number, name } = proof;
      if (asksForCode) return { message: codeSent };
      const found = `Found. You have verified that you own ${name}.`;
      const review = `We will review your claim in case ${number ?? ''} and mail you.`;
      return { message: number === null ? found : `${found} ${review}` };
    },
    ready: ({ value }) => !field || value.trim() !== '',
  });
  const alert = form.alert?.kind === 'error' ? { ...form.alert, title: 'Not verified yet' } : form.alert;
  const isBusy = form.status === 'sending';
  const mailAgain = async (): Promise<void> => {
    if (isBusy) return;
    const result = await check({});
    if (result.kind === 'ok') {
      onChecked(result.data);
      form.finish({ message: codeSent });
    } else form.fail(result);
  };
  const label = (
    <>
      {asksForCode ? 'Mail a code' : 'Check now'}
      <span className="unseen">: {proofWays[way]}</span>
    </>
  );
  const again = way === 'store' && field && (
    <TextButton aria-disabled={isBusy} onClick={() => void mailAgain()}>
      Mail another code
    </TextButton>
  );
  return (
    <Form form={{ ...form, alert }} action={label} busy="Checking..." after={again}>
      {field && <Field name="value" label={field.label} hint={field.hint} maxLength={field.most} verbatim />}
    </Form>
  );
}
