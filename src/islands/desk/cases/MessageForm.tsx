import { casesApi } from '../../../lib/client/api/desk/cases-api.ts';
import { caseLimits, caseMessageSchema } from '../../../lib/shared/schemas/moderation/cases.ts';
import type { CaseJson, TemplateJson } from '../../../lib/shared/schemas/moderation/decisions.ts';
import { Field, SelectField } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { serverFirst } from '../../forms/api-error.ts';
import { useForm } from '../../forms/use-form.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { useProof } from '../shell/proof-context.ts';
import { TemplateMenu } from './TemplateMenu.tsx';

const nothing = { to: 'owner', text: '' };

interface Props {
  case: CaseJson;
  templates: readonly TemplateJson[];
  onChange: () => void;
}

/** A message to the owner, or to those who reported. Neither learns of the other. */
export function MessageForm({ case: { number, owner, report_list }, templates, onChange }: Props) {
  const prove = useProof();
  const kept = useDraft(`desk-message:${number}`, nothing);
  const { to, text } = kept.values;
  const form = useForm({
    schema: caseMessageSchema,
    store: kept,
    prefix: 'message-',
    input: () => kept.values,
    ready: () => text !== '',
    send: (values) => prove(() => casesApi.message(number, values)),
    texts: serverFirst,
    done: (_, sent) => {
      onChange();
      return { message: 'The message is on its way.', saved: { to: sent.to, text: '' } };
    },
  });
  const parties = [
    ...(owner ? ([['owner', `The owner, ${owner.name}`]] as const) : []),
    ...(report_list.length > 0 ? ([['reporters', 'Those who reported it']] as const) : []),
  ];
  if (parties.length === 0) return <p>There is nobody to write to.</p>;
  return (
    <Form form={form} action="Send the message" busy="Sending ...">
      <SelectField name="to" label="To" options={parties} />
      <Field name="text" label="Message" hint="Markdown." max={caseLimits.message} rows={5} />
      <TemplateMenu
        id="message"
        label="Insert a text"
        templates={templates.filter(({ use }) => use === to)}
        onChoose={(body) => kept.change({ text: text === '' ? body : `${text}\n\n${body}` })}
      />
    </Form>
  );
}
