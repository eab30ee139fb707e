import { deskAccountsApi } from '../../../lib/client/api/desk/accounts-api.ts';
import { changeAppLimitSchema, type DeskAccountDetailJson } from '../../../lib/shared/schemas/desk.ts';
import { z } from '../../../lib/shared/zod.ts';
import { Field } from '../../forms/Field.tsx';
import { Form } from '../../forms/Form.tsx';
import { useDeskForm } from '../shell/use-desk-form.ts';

const valuesSchema = z.object({ app_limit: z.string() });

interface Props {
  account: DeskAccountDetailJson;
  onChange: () => void;
}

export function AppLimitForm({ account: { id, app_limit: limit, listings_count: count }, onChange }: Props) {
  const { form } = useDeskForm({
    name: `desk-app-limit:${id}`,
    valuesSchema,
    initial: { app_limit: String(limit) },
    schema: changeAppLimitSchema,
    input: (values) => values,
    send: (values) => deskAccountsApi.changeAppLimit(id, values.app_limit),
    says: 'The limit was changed.',
    done: onChange,
    staysFilled: true,
  });
  return (
    <section className="sheet" aria-labelledby="account-limit">
      <h2 id="account-limit">Limit</h2>
      <Form form={form} action="Change the limit" busy="Changing ...">
        <Field
          name="app_limit"
          label="Apps that it may have"
          inputMode="numeric"
          autoComplete="off"
          hint={`It has ${String(count)}.`}
        />
      </Form>
    </section>
  );
}
