import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { handedOver, handOver } from '../../lib/client/session/handover.ts';
import { storeSession } from '../../lib/client/session/session.ts';
import { loginSchema, passwordLength } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { safeNext } from '../../lib/shared/addresses/safe-next.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { valuesOf } from '../forms/form-values.ts';
import { Form } from '../forms/Form.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { useForm } from '../forms/use-form.ts';
import { useSession } from '../ui/use-session.ts';
import { AlreadyLoggedIn } from './AlreadyLoggedIn.tsx';
import { EmailField } from './EmailField.tsx';

const { email: emailShape } = loginSchema.shape;

function next(): string {
  return safeNext(new URLSearchParams(location.search).get('next'), urls.home());
}

export default function LoginForm() {
  const visitor = useSession();
  const form = useForm({
    schema: loginSchema,
    send: accountsApi.logIn,
    // The server's sentence about a closed account names the operator's address.
    texts: { 400: messages.login.invalid, 401: messages.login.refused, serverFirst: [403] },
    done: (pair) =>
      storeSession(pair)
        ? { message: messages.login.done, to: next() }
        : { kind: 'warning', message: messages.login.notKept },
    ready: ({ email, password = '' }) =>
      emailShape.safeParse(email).success && password.length >= passwordLength.min,
  });
  if (visitor && form.status === 'idle') return <AlreadyLoggedIn email={visitor.email} next={next()} />;
  return (
    <Form
      form={form}
      action="Login"
      busy="Logging in..."
      after={
        <p className="form-foot">
          New here? <a href={urls.signup()}>{messages.signup.title}</a>
        </p>
      }
    >
      <EmailField autoComplete="username" prefill={() => handedOver('verify-email')} />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <a
        className="text-button"
        href={urls.forgotPassword()}
        onClick={() => {
          const { email = '' } = form.ref.current ? valuesOf(form.ref.current) : {};
          if (email.trim() !== '') handOver('reset-email', email.trim());
        }}
      >
        Forgot password?
      </a>
    </Form>
  );
}
