import { useState } from 'react';
import { casesApi } from '../../../lib/client/api/desk/cases-api.ts';
import { handOverSchema } from '../../../lib/shared/schemas/moderation/cases.ts';
import type { CaseJson } from '../../../lib/shared/schemas/moderation/decisions.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { serverFirst } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import { useProof } from '../shell/proof-context.ts';
import { dueWords, kindWords, reasonWords } from './words.ts';

interface Props {
  case: CaseJson;
  isMine: boolean;
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
  onChange: () => void;
}

/** The queue does not tell a hold from a claim, but the case does. */
function kindOf({ kind, claims }: CaseJson): string {
  if (kind !== 'hold') return kindWords[kind];
  return claims.length > 0 ? 'Claim' : 'Hold';
}

/** What the case is about, when it is due, and who works on it. */
export function CaseHead({ case: open, isMine, isBusy, onClaim, onRelease, onChange }: Props) {
  const { reason, state, is_overdue, assigned_to } = open;
  const [isHanding, setHanding] = useState(false);
  return (
    <div className="desk-case-head">
      <p>
        <b>
          {kindOf(open)}: {reasonWords[reason]}
        </b>{' '}
        <span className={is_overdue ? 'desk-mark overdue' : 'desk-mark'}>{dueWords(open)}</span>
      </p>
      {state !== 'decided' && <p className="soft">{whoHasIt(assigned_to?.name, isMine)}</p>}
      {state !== 'decided' && (
        <div className="cluster">
          {isMine ? (
            <button className="button quiet" type="button" aria-disabled={isBusy} onClick={onRelease}>
              Release
            </button>
          ) : (
            <button className="button" type="button" aria-disabled={isBusy} onClick={onClaim}>
              Take it
            </button>
          )}
          <button
            className="button quiet"
            type="button"
            aria-expanded={isHanding}
            onClick={() => setHanding(!isHanding)}
          >
            Hand over
          </button>
          <a className="button quiet desk-jump" href="#case-decision">
            Decide
          </a>
        </div>
      )}
      {isHanding && (
        <HandOverForm
          case={open}
          onChange={() => {
            setHanding(false);
            onChange();
          }}
        />
      )}
    </div>
  );
}

function whoHasIt(name: string | undefined, isMine: boolean): string {
  if (isMine) return 'You work on it.';
  return name === undefined ? 'Nobody works on it yet.' : `${name} works on it.`;
}

function HandOverForm({ case: { number, version }, onChange }: Pick<Props, 'case' | 'onChange'>) {
  const prove = useProof();
  const form = useForm({
    schema: handOverSchema.omit({ version: true }),
    send: ({ to }) => prove(() => casesApi.handOver(number, { version, to })),
    texts: serverFirst,
    prefix: 'hand-over-',
    done: () => {
      onChange();
      return { message: 'Handed over.' };
    },
    ready: ({ to = '' }) => to !== '',
  });
  return (
    <Form form={form} action="Hand over" busy="Handing over ...">
      <Field name="to" label="Email of a member of staff" type="email" autoComplete="off" />
    </Form>
  );
}
