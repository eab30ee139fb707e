import { deskProofsApi } from '../../../lib/client/api/desk/proofs-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import type { DeskProofJson } from '../../../lib/shared/schemas/cases.ts';
import {
  blockProofSchema,
  proofLimits,
  proofWayLabels,
  type ProofState,
} from '../../../lib/shared/schemas/proofs.ts';
import { withinSentence } from '../../../lib/shared/text/text.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { momentOf } from '../cases/words.ts';
import { useDeskForm } from '../shell/use-desk-form.ts';

const stateWords: Record<ProofState, string> = {
  none: 'Nothing proved',
  proved: 'Proved',
  failing: 'Failing',
  lapsed: 'Lapsed',
  blocked: 'Blocked',
};

interface Props {
  nameId: string;
  proof: DeskProofJson;
  /** Whether it is the proof of the member of staff who looks. */
  isOwn: boolean;
  onChange: () => void;
}

/** What one account has proved about a listing, and the form that blocks or frees it. */
export function ProofSheet({ nameId, proof, isOwn, onChange }: Props) {
  const { account, checked_at, is_owner, name, next_check_at, problem, state, way } = proof;
  const id = `proof-of-${account.id}`;
  return (
    <section className="sheet desk-proof" aria-labelledby={id}>
      <h2 id={id}>
        {is_owner ? 'Owner: ' : 'Claimed by: '}
        <a href={deskUrls.account(account.id)}>{account.name || 'a deleted account'}</a>
      </h2>
      <p className="soft">{account.email}</p>
      <p>
        <span className="desk-mark">{stateWords[state]}</span>{' '}
        {name !== '' && (
          <>
            <b>{name}</b>
            {way && ` (${withinSentence(proofWayLabels[way])})`}
          </>
        )}
      </p>
      {problem !== '' && <p className="desk-text">{problem}</p>}
      <p className="soft small">
        {checked_at !== null && `Last found ${momentOf(checked_at)}. `}
        {next_check_at !== null && `Checked again ${momentOf(next_check_at)}.`}
      </p>
      {proof.case !== null && (
        <p>
          <a className="touch-link" href={deskUrls.case(proof.case)}>
            Case {proof.case}
          </a>
        </p>
      )}
      {isOwn ? (
        <p>This proof is your own: somebody else has to decide about it.</p>
      ) : (
        <BlockForm nameId={nameId} proof={proof} onChange={onChange} />
      )}
    </section>
  );
}

const valuesSchema = z.object({ reason: z.string() });
const nothing = { reason: '' };

function BlockForm({ nameId, proof: { account, state }, onChange }: Omit<Props, 'isOwn'>) {
  const isBlocked = state === 'blocked';
  const { form } = useDeskForm({
    name: `desk-proof:${account.id}`,
    valuesSchema,
    initial: nothing,
    schema: blockProofSchema,
    input: (values) => ({ ...values, action: isBlocked ? 'free' : 'block', account: account.id }),
    send: (input) => deskProofsApi.block(nameId, input),
    says: isBlocked ? 'Proofs are accepted again.' : 'Blocked.',
    done: onChange,
  });
  return (
    <Form
      form={form}
      action={isBlocked ? 'Accept proofs again' : 'Block proofs'}
      busy="Sending ..."
      danger={!isBlocked}
    >
      <Field
        name="reason"
        label="Reason"
        hint={
          isBlocked
            ? 'Only the log of the server has it.'
            : 'The account gets it by mail, and reads it on its page.'
        }
        max={proofLimits.reason}
        rows={2}
      />
    </Form>
  );
}
