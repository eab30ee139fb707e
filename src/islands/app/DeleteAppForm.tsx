import { appsApi } from '../../lib/client/api/apps-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';

interface Props {
  appId: string;
  name: string;
}

export default function DeleteAppForm({ appId, name }: Props) {
  const form = useForm({
    send: () => appsApi.remove(appId),
    texts: {
      400: messages.appForms.deleteInvalid,
      401: messages.errors.login,
      other: messages.errors.network,
      serverFirst: true,
    },
    done: () => ({ message: messages.appForms.deleted, to: urls.home() }),
    ready: (values) => values['confirm-name'] === name,
  });
  return (
    <Form form={form} action="Delete" busy="Deleting..." danger>
      <Field
        name="confirm-name"
        label="Type the name of the app"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  );
}
