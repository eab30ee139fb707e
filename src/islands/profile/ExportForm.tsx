import { useStore } from '@nanostores/react';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { saveFile } from '../../lib/client/api/downloads.ts';
import { siteName } from '../../lib/client/page/site-name.ts';
import { $session } from '../../lib/client/session/session.ts';
import { confirmPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { exportFileName } from '../../lib/shared/text/text.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { WithVerified } from './WithVerified.tsx';

export default function ExportForm() {
  return <WithVerified what="data">{() => <Export />}</WithVerified>;
}

function Export() {
  const visitor = useStore($session, { ssr: 'initial' });
  const userId = visitor?.user_id ?? '';
  const form = useForm({
    schema: confirmPasswordSchema,
    send: ({ password }) => profilesApi.exportData(userId, password),
    texts: serverFirst,
    done: (zip) => {
      saveFile(zip, exportFileName(siteName()));
      return { message: messages.ownData.exported };
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
