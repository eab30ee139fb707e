import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { dropHandover, handedOver, handOver } from '../../lib/client/session/handover.ts';
import { resetCodeSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';

export default function ResetCodeForm() {
  const form = useForm({
    schema: resetCodeSchema,
    send: ({ code, email = '' }) => accountsApi.verifyResetCode(code, email, handedOver('reset-request')),
    texts: { 400: messages.resetCode.invalid, 401: messages.login.refused },
    done: ({ reset_token: token }, { email }) => {
      dropHandover('reset-request');
      if (email !== undefined) handOver('reset-email', email);
      handOver('reset-token', token);
      return { message: messages.resetCode.done, to: urls.setPassword() };
    },
  });
  return (
    <Form
      form={form}
      action="Verify code"
      busy="Verifying..."
      after={
        <p className="form-foot">
          No code? <a href={urls.forgotPassword()}>Resend code</a>
        </p>
      }
    >
      <CodeField label="Reset code" />
      <EmailField
        autoComplete="username"
        hint={messages.resetCode.emailHint}
        prefill={() => handedOver('reset-email')}
        required={false}
      />
    </Form>
  );
}
