import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { handedOver, handOver } from '../../lib/client/session/handover.ts';
import { $session } from '../../lib/client/session/session.ts';
import { emailSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { EmailField } from './EmailField.tsx';

export default function ForgotPasswordForm() {
  const form = useForm({
    schema: emailSchema,
    send: ({ email }) => accountsApi.forgotPassword(email, handedOver('reset-request')),
    texts: { 400: messages.forgotPassword.invalid, 401: messages.login.refused },
    done: ({ request_token: requestToken }, { email }) => {
      handOver('reset-email', email);
      handOver('reset-request', requestToken);
      return {
        message: messages.forgotPassword.done,
        detail: messages.forgotPassword.sent,
        to: urls.verifyPasswordReset(),
      };
    },
  });
  return (
    <Form
      form={form}
      action="Send reset code"
      busy="Sending..."
      after={
        <p className="form-foot">
          Remembered it? <a href={urls.login()}>{messages.login.title}</a>
        </p>
      }
    >
      <EmailField
        autoComplete="username"
        prefill={() => handedOver('reset-email') || ($session.get()?.email ?? '')}
      />
    </Form>
  );
}
