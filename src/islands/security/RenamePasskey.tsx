import { factorsApi } from '../../lib/client/api/factors-api.ts';
import { renamePasskeySchema } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import type { Change } from './factor-state.ts';

interface Props {
  id: string;
  name: string;
  onDone: (change: Change) => void;
}

export function RenamePasskey({ id, name, onDone }: Props) {
  const form = useForm({
    schema: renamePasskeySchema,
    send: (values) => factorsApi.renamePasskey(id, values.name),
    texts: serverFirst,
    done: (data) => {
      onDone({ ...data, message: messages.factors.passkeyRenamed });
      return { message: '' };
    },
  });
  return (
    <Form form={form} action="Save" busy="Saving...">
      <Field name="name" label="Name" prefill={() => name} maxLength={60} autoComplete="off" required />
    </Form>
  );
}
