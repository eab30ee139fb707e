// What an account has proved about an app, and the five ways to prove it.
import { proofWays, type ProofWay, proofTexts as texts } from '../../lib/shared/text/proof-texts.ts';
import { proofLimits } from '../../lib/shared/schemas/limits.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { callApi } from '../../lib/client/api/api.ts';
import { $session } from '../../lib/client/session/session.ts';
import type { OwnProofJson } from '../../lib/shared/schemas/proofs.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { Field } from '../forms/Field.tsx';
import { Form, useForm } from '../forms/Form.tsx';
import { showFailure } from '../forms/api-error.ts';
import { Alert, VerifyNotice, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/fetched.tsx';
import { useCopy } from '../ui/use-hydrated.ts';

export default function ProofPanel({ appId, ownerId }: { appId: string; ownerId: string }) {
  const visitor = useStore($session, { ssr: 'initial' });
  if (visitor?.is_verified === false && visitor.user_id !== ownerId)
    return <VerifyNotice email={visitor.email} note={texts.claimUnverified} />;
  return (
    <WithFetched fetch={() => callApi<OwnProofJson>('GET', `/app/${appId}/proof/`)} waiting={texts.waiting}>
      {(proof) => <Proof appId={appId} first={proof} />}
    </WithFetched>
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
  if (state === 'blocked') return warn(texts.blockedTitle, isOwner ? texts.blocked : texts.claimBlocked);
  if (number !== null && isRefused(proof)) return warn(texts.claimDecidedTitle, texts.claimDecided(number));
  if (state === 'none' || (!isOwner && number === null))
    return warn(texts.noneTitle, isOwner ? texts.none : texts.claimNone);
  const claim = isOwner ? null : number;
  switch (state) {
    case 'proved':
      return claim === null
        ? { kind: 'success', message: texts.proved(name, day(checked), day(next)) }
        : { kind: 'success', title: texts.claimOpenTitle, message: texts.claimOpen(name, claim) };
    case 'failing':
      return warn(
        texts.failingTitle,
        claim === null ? texts.failing(name, day(next)) : texts.claimFailing(name, claim),
      );
    case 'lapsed':
      return warn(texts.lapsedTitle, claim === null ? texts.lapsed(name) : texts.claimLapsed(name, claim));
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
                  {proofWays[way]} {!possible && <span className="soft">{texts.impossible}</span>}
                </span>
              </summary>
              <p className="part-text">{text}</p>
              {copies.map((copy) => (
                <Copy key={copy.label} {...copy} />
              ))}
              {possible && (
                <WayForm appId={appId} way={way} codeSent={proof.code_sent} onChecked={setProof} />
              )}
            </details>
          ))}
        </div>
      )}
    </>
  );
}

function Copy({ label, text }: { label: string; text: string }) {
  const [note, copy] = useCopy(text, texts.notCopied);
  return (
    <div className="proof-copy">
      <b>{label}</b>
      <code>{text}</code>
      <button className="button quiet" type="button" onClick={copy}>
        {texts.copy}
        <span className="unseen"> {label}</span>
      </button>{' '}
      <span className="soft" role="status">
        {note}
      </span>
    </div>
  );
}

const fields: Partial<Record<ProofWay, { label: string; hint: string; most: number }>> = {
  repository: { ...texts.repository, most: proofLimits.repository },
  store: { ...texts.code, most: proofLimits.code },
};

interface FormProps {
  appId: string;
  way: ProofWay;
  codeSent: boolean;
  onChecked: (proof: OwnProofJson) => void;
}

/** 'Check now' for one way, with what it needs to be told. */
function WayForm({ appId, way, codeSent, onChecked }: FormProps) {
  const field = way === 'store' && !codeSent ? undefined : fields[way];
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
      if (asksForCode) return { message: texts.codeSent };
      return { message: number === null ? texts.found(name) : texts.claimed(name, number) };
    },
    ready: ({ value }) => !field || value.trim() !== '',
  });
  const alert = form.alert?.kind === 'error' ? { ...form.alert, title: texts.notFound } : form.alert;
  const isBusy = form.status === 'sending';
  const mailAgain = async (): Promise<void> => {
    if (isBusy) return;
    const result = await check({});
    if (result.kind === 'ok') onChecked(result.data);
    form.setAlert(
      result.kind === 'ok'
        ? { kind: 'success', message: texts.codeSent }
        : { kind: 'error', ...showFailure(result) },
    );
  };
  const label = (
    <>
      {asksForCode ? texts.mailCode : texts.check}
      <span className="unseen">: {proofWays[way]}</span>
    </>
  );
  const again = way === 'store' && field && (
    <button className="text-button" type="button" aria-disabled={isBusy} onClick={() => void mailAgain()}>
      {texts.mailAgain}
    </button>
  );
  return (
    <Form form={{ ...form, alert }} action={label} busy={texts.checking} after={again}>
      {field && <Field name="value" label={field.label} hint={field.hint} maxLength={field.most} verbatim />}
    </Form>
  );
}
