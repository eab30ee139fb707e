import { linkRulesApi } from '../../../lib/client/api/desk/rules-api.ts';
import {
  addLinkRuleSchema,
  changeLinkRuleSchema,
  type LinkEffect,
  type LinkRuleJson,
} from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';
import { RuleList } from './RuleList.tsx';

const effectWords: Record<LinkEffect, string> = { hold: 'Held for staff', deny: 'Refused' };

const valuesSchema = z.object({ host: z.string(), effect: z.string(), reason: z.string() });
const nothing = { host: '', effect: 'hold', reason: '' };

export function LinkRules() {
  return (
    <RuleList<LinkRuleJson>
      name="links"
      title="Links"
      lead="A listing with a link to such a host, or to a part of it, is held or refused."
      noun="link rule"
      fetch={linkRulesApi.list}
      remove={linkRulesApi.remove}
      labelOf={({ host }) => host}
      add={(added) => <AddForm onDone={added} />}
      change={(rule, done) => <ChangeForm rule={rule} onDone={done} />}
    >
      {({ host, effect, reason }) => (
        <>
          <p>
            <b>{host}</b>
          </p>
          <p className="small">
            {effectWords[effect]}. {reason}
          </p>
        </>
      )}
    </RuleList>
  );
}

function AddForm({ onDone }: { onDone: () => void }) {
  const { form } = useDeskForm({
    name: 'desk-link',
    valuesSchema,
    initial: nothing,
    schema: addLinkRuleSchema,
    input: (values) => values,
    send: linkRulesApi.add,
    says: 'The rule holds.',
    done: onDone,
  });
  return (
    <Form form={form} action="Add the rule" busy="Saving ...">
      <Field
        name="host"
        label="Host"
        hint="Such as bit.ly. It stands for its subdomains as well."
        autoComplete="off"
      />
      <SharedFields />
    </Form>
  );
}

function ChangeForm({ rule, onDone }: { rule: LinkRuleJson; onDone: () => void }) {
  const { form } = useDeskForm({
    name: `desk-link:${rule.id}`,
    valuesSchema: valuesSchema.omit({ host: true }),
    initial: { effect: rule.effect, reason: rule.reason },
    schema: changeLinkRuleSchema,
    input: (values) => values,
    send: (input) => linkRulesApi.change(rule.id, input),
    says: 'The rule was changed.',
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
      <SelectField name="effect" label="What happens" options={Object.entries(effectWords)} />
      <Field name="reason" label="Reason, for staff" />
    </>
  );
}
