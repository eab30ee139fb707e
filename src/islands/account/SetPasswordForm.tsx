import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { dropHandover, handedOver } from '../../lib/client/session/handover.ts';
import { forgetSession } from '../../lib/client/session/keep-session.ts';
import { $session } from '../../lib/client/session/session.ts';
import { setPasswordSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Form } from '../forms/Form.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { StrongPassword } from '../forms/StrongPassword.tsx';
import { useForm } from '../forms/use-form.ts';
import { EmailField } from './EmailField.tsx';

export default function SetPasswordForm() {
  const form = useForm({
    schema: setPasswordSchema,
    send: ({ email, password, confirm_password }) =>
      accountsApi.setPassword({ email, password, confirm_password }, handedOver('reset-token')),
    texts: { 400: messages.setPassword.invalid, 401: messages.login.refused },
    done: (_, { email }) => {
      dropHandover('reset-email', 'reset-token');
      // The server has ended every session of the account.
      if ($session.get()?.email.toLowerCase() === email.toLowerCase()) forgetSession();
      return { message: messages.setPassword.done, to: urls.passwordWasSet() };
    },
  });
  return (
    <Form
      form={form}
      action="Set password"
      busy="Setting password..."
      after={
        <p className="form-foot">
          The code has expired? <a href={urls.forgotPassword()}>Resend code</a>
        </p>
      }
    >
      <EmailField autoComplete="username" prefill={() => handedOver('reset-email')} />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        placeholder={messages.password.hint}
      />
      <PasswordField name="confirm_password" label="Confirm password" autoComplete="new-password" />
      <StrongPassword names={['password', 'confirm_password']} />
    </Form>
  );
}
