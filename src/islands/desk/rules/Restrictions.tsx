import { restrictionsApi } from '../../../lib/client/api/desk/rules-api.ts';
import {
  addRestrictionSchema,
  changeRestrictionSchema,
  type RestrictedAction,
  type RestrictionEffect,
  type RestrictionJson,
  type RestrictionKind,
} from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { momentOf } from '../cases/words.ts';
import { instantOf, localOf } from '../shell/local-time.ts';
import { useDeskForm } from '../shell/use-desk-form.ts';
import { RuleList } from './RuleList.tsx';

const kindWords: Record<RestrictionKind, string> = {
  email: 'Email addresses',
  network: 'A network',
  account: 'An account',
};
const actionWords: Record<RestrictedAction, string> = {
  'sign-up': 'Signing up',
  publish: 'Publishing',
  report: 'Reporting',
  contact: 'Contact details on the profile',
};
const effectWords: Record<RestrictionEffect, string> = { deny: 'Refused', hold: 'Held for staff' };

const patternHints: Record<string, string> = {
  email: 'An address, or a pattern such as *@mail.example.',
  network: 'An address, or a network such as 203.0.113.0/24.',
  account: 'Its id.',
};

const valuesSchema = z.object({
  kind: z.string(),
  pattern: z.string(),
  action: z.string(),
  effect: z.string(),
  reason: z.string(),
  until: z.string(),
});
type Values = z.infer<typeof valuesSchema>;
const nothing: Values = {
  kind: 'email',
  pattern: '',
  action: 'sign-up',
  effect: 'deny',
  reason: '',
  until: '',
};

const labelOf = ({ action, pattern }: RestrictionJson): string =>
  `${actionWords[action].toLowerCase()} for ${pattern}`;

export function Restrictions() {
  return (
    <RuleList<RestrictionJson>
      name="restrictions"
      title="Restrictions"
      lead="What some addresses, networks or accounts may not do for a while."
      noun="restriction"
      fetch={restrictionsApi.list}
      remove={restrictionsApi.remove}
      labelOf={labelOf}
      add={(added) => <AddForm onDone={added} />}
      change={(rule, done) => <ChangeForm rule={rule} onDone={done} />}
    >
      {({ kind, pattern, action, effect, reason, until }) => (
        <>
          <p>
            <b>{pattern}</b>
          </p>
          <p className="soft small">{kindWords[kind]}</p>
          <p className="small">
            {actionWords[action]}: {effectWords[effect].toLowerCase()},{' '}
            {until === null ? 'without an end' : `until ${momentOf(until)}`}. {reason}
          </p>
        </>
      )}
    </RuleList>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { form, kept } = useDeskForm({
    name: 'desk-restriction',
    valuesSchema,
    initial: nothing,
    schema: addRestrictionSchema,
    input: (typed) => ({ ...typed, until: instantOf(typed.until) }),
    send: restrictionsApi.add,
    says: 'The restriction holds.',
    done: onDone,
  });
  return (
    <Form form={form} action="Restrict" busy="Saving ...">
      <SelectField name="kind" label="Whom" options={Object.entries(kindWords)} />
      <Field name="pattern" label="Which" hint={patternHints[kept.values.kind] ?? ''} autoComplete="off" />
      <SelectField name="action" label="What" options={Object.entries(actionWords)} />
      <SharedFields />
    </Form>
  );
}

function ChangeForm({ rule, onDone }: { rule: RestrictionJson; onDone: () => void }) {
  const { form } = useDeskForm({
    name: `desk-restriction:${rule.id}`,
    valuesSchema: valuesSchema.pick({ effect: true, reason: true, until: true }),
    initial: { effect: rule.effect, reason: rule.reason, until: localOf(rule.until) },
    schema: changeRestrictionSchema,
    input: (typed) => ({ ...typed, until: instantOf(typed.until) }),
    send: (input) => restrictionsApi.change(rule.id, input),
    says: 'The restriction was changed.',
    done: onDone,
  });
  return (
    <Form form={form} action="Save" busy="Saving ...">
      <SharedFields />
    </Form>
  );
}

function SharedFields() {
  return (
    <>
      <SelectField
        name="effect"
        label="Effect"
        options={Object.entries(effectWords)}
        hint="Only publishing can be held."
      />
      <Field name="until" label="Until (optional)" type="datetime-local" hint="Your local time." />
      <Field name="reason" label="Reason, for staff" />
    </>
  );
}
