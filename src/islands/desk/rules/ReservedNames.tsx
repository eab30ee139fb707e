import { namesApi } from '../../../lib/client/api/desk/rules-api.ts';
import {
  addReservedNameSchema,
  type NameReach,
  type ReservedNameJson,
} from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';
import { RuleList } from './RuleList.tsx';

const reachWords: Record<NameReach, string> = {
  near: 'Also what is close to it',
  exact: 'Only what looks the same',
};

const valuesSchema = z.object({ name: z.string(), reach: z.string(), note: z.string(), allowed: z.string() });
type Values = z.infer<typeof valuesSchema>;
const nothing: Values = { name: '', reach: 'near', note: '', allowed: '' };

export function ReservedNames() {
  return (
    <RuleList<ReservedNameJson>
      name="names"
      title="Reserved names"
      lead="A listing or profile with such a name is held, unless its account may use it."
      noun="reserved name"
      fetch={namesApi.list}
      remove={namesApi.remove}
      labelOf={({ name }) => name}
      add={(added) => <NameForm id="" initial={nothing} onDone={added} />}
      change={({ id, allowed, ...rule }, done) => (
        <NameForm
          id={id}
          initial={{ name: rule.name, reach: rule.reach, note: rule.note, allowed: allowed.join(' ') }}
          onDone={done}
        />
      )}
    >
      {({ name, reach, note, allowed }) => (
        <>
          <p>
            <b>{name}</b>
          </p>
          <p className="soft small">{reachWords[reach]}</p>
          {note !== '' && <p className="small">{note}</p>}
          {allowed.length > 0 && <p className="soft small">May use it: {allowed.join(', ')}</p>}
        </>
      )}
    </RuleList>
  );
}

function NameForm({ id, initial, onDone }: { id: string; initial: Values; onDone: () => void }) {
  const isNew = id === '';
  const { form } = useDeskForm({
    name: `desk-name:${id}`,
    valuesSchema,
    initial,
    schema: addReservedNameSchema,
    input: ({ allowed, ...values }) => ({ ...values, allowed: allowed.split(/[\s,]+/).filter(Boolean) }),
    send: (input) => (isNew ? namesApi.add(input) : namesApi.change(id, input)),
    says: isNew ? 'The name is reserved.' : 'The name was changed.',
    done: onDone,
  });
  return (
    <Form form={form} action={isNew ? 'Reserve the name' : 'Save'} busy="Saving ...">
      <Field name="name" label="Name" autoComplete="off" />
      <SelectField name="reach" label="Reach" options={Object.entries(reachWords)} />
      <Field name="allowed" label="Who may use it (optional)" hint="Ids of accounts, parted by spaces." />
      <Field name="note" label="Note for staff (optional)" />
    </Form>
  );
}
