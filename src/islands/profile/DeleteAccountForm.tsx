import { useStore } from '@nanostores/react';
import { forgetAccount } from '../../lib/client/session/forget-account.ts';
import { profilesApi } from '../../lib/client/api/profiles-api.ts';
import { $session } from '../../lib/client/session/session.ts';
import { confirmPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { serverFirst } from '../forms/refusal.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';

export default function DeleteAccountForm() {
  const visitor = useStore($session, { ssr: 'initial' });
  const form = useForm({
    schema: confirmPasswordSchema,
    send: ({ password }) => profilesApi.deleteAccount(visitor?.user_id ?? '', password),
    texts: serverFirst,
    done: () => {
      void forgetAccount();
      return { message: messages.ownData.deleted, to: urls.home() };
    },
    ready: ({ password = '' }) => password !== '',
  });
  return (
    <Form form={form} action="Delete account" busy="Deleting..." danger>
      <ConfirmPassword email={visitor?.email ?? ''} />
    </Form>
  );
}
