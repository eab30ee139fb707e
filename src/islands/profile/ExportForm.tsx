import { profilesApi } from '../../lib/client/profiles-api.ts';
import { saveFile } from '../../lib/client/save-file.ts';
import { confirmPasswordSchema } from '../../lib/shared/accounts.ts';
import { messages } from '../../lib/shared/messages.ts';
import { serverFirst } from '../app/own-texts.ts';
import { Form } from '../ui/Form.tsx';
import { useForm } from '../ui/use-form.ts';
import { useSession } from '../ui/use-session.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { WithVerified } from './WithVerified.tsx';

export default function ExportForm() {
  return <WithVerified what="data">{() => <Export />}</WithVerified>;
}

function Export() {
  const visitor = useSession();
  const form = useForm({
    schema: confirmPasswordSchema,
    send: ({ password }) => profilesApi.exportData(visitor?.user_id ?? '', password),
    texts: serverFirst,
    done: (file) => {
      saveFile(file, 'naijabuilt-data.zip');
      return { alert: { kind: 'success', message: messages.ownData.exported } };
    },
    ready: ({ password = '' }) => password !== '',
    reset: true,
  });
  return (
    <Form form={form} action="Download" busy="Collecting...">
      <ConfirmPassword email={visitor?.email ?? ''} />
    </Form>
  );
}
