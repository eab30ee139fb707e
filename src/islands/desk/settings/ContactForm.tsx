import { siteApi } from '../../../lib/client/api/desk/site-api.ts';
import { changeContactSchema, type SiteSettingsJson } from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';

const valuesSchema = z.object({ email: z.string() });

interface Props {
  settings: SiteSettingsJson;
  onChange: () => void;
}

export function ContactForm({ settings: { contact }, onChange }: Props) {
  const { form } = useDeskForm({
    name: 'desk-contact',
    valuesSchema,
    initial: { email: contact.email },
    schema: changeContactSchema,
    input: (values) => ({ ...values, version: contact.version }),
    send: siteApi.changeContact,
    says: 'The contact address was changed.',
    done: onChange,
    onConflict: onChange,
    staysFilled: true,
  });
  return (
    <Form form={form} action="Save" busy="Saving ...">
      <Field
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        hint={`Pages and mails name it. Empty for ${contact.default_email}.`}
      />
    </Form>
  );
}
