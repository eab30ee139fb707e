import { useStore } from '@nanostores/react';
import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { storeSession } from '../../lib/client/session/keep-session.ts';
import { $session } from '../../lib/client/session/session.ts';
import { changePasswordFormSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Form } from '../forms/Form.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { StrongPassword } from '../forms/StrongPassword.tsx';
import { useForm } from '../forms/use-form.ts';

export default function ChangePasswordForm() {
  const visitor = useStore($session, { ssr: 'initial' });
  const form = useForm({
    schema: changePasswordFormSchema,
    send: ({ current_password, new_password }) =>
      accountsApi.changePassword(visitor?.user_id ?? '', { current_password, new_password }),
    texts: { 400: messages.changePassword.invalid, 401: messages.errors.login },
    done: (pair) => {
      storeSession(pair);
      return { message: messages.changePassword.done, to: urls.passwordWasChanged() };
    },
  });
  return (
    <Form form={form} action="Change password" busy="Changing password...">
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={visitor?.email ?? ''} readOnly hidden />
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
      <a className="text-button" href={urls.forgotPassword()}>
        Forgot current password?
      </a>
      <PasswordField
        name="new_password"
        label="New password"
        autoComplete="new-password"
        placeholder={messages.password.hint}
      />
      <PasswordField name="confirm_password" label="New password again" autoComplete="new-password" />
      <StrongPassword names={['new_password', 'confirm_password']} />
    </Form>
  );
}
