import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { handedOver, handOver } from '../../lib/client/session/handover.ts';
import { storeSession } from '../../lib/client/session/keep-session.ts';
import { $session } from '../../lib/client/session/session.ts';
import { loginSchema, passwordLength, type TokenPair } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { valuesOf } from '../forms/form-values.ts';
import { Form } from '../forms/Form.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { useForm, type Done } from '../forms/use-form.ts';
import { PasskeyButton } from '../security/PasskeyButton.tsx';
import { AlreadyLoggedIn } from './AlreadyLoggedIn.tsx';
import { EmailField } from './EmailField.tsx';
import { nextPage, useLeadingTo } from './next-page.ts';

const SecondStep = lazy(() => import('../security/SecondStep.tsx'));

const { email: emailShape } = loginSchema.shape;

function keep(pair: TokenPair): Done {
  return storeSession(pair)
    ? { message: messages.login.done, to: nextPage() }
    : { kind: 'warning', message: messages.login.notKept };
}

/** Loads the code of passkeys when one is used. */
async function logInWithPasskey() {
  return await (await import('../../lib/client/passkeys/log-in.ts')).logInWithPasskey('');
}

export default function LoginForm() {
  const [pending, setPending] = useState<unknown>(null);
  const visitor = useStore($session, { ssr: 'initial' });
  const signup = useLeadingTo(urls.signup(), nextPage);
  const form = useForm({
    schema: loginSchema,
    send: async (values) => {
      const result = await accountsApi.logIn(values);
      if (result.kind === 'refused' && result.code === 'second_factor') setPending(result.second_factor);
      return result;
    },
    // The server's sentence about a closed account names the operator's address.
    texts: { 400: messages.login.invalid, 401: messages.login.refused, serverFirst: [403] },
    done: keep,
    ready: ({ email, password = '' }) =>
      emailShape.safeParse(email).success && password.length >= passwordLength.min,
  });
  if (visitor && form.status === 'idle') return <AlreadyLoggedIn email={visitor.email} next={nextPage()} />;
  if (pending !== null)
    return (
      <Suspense fallback={<p className="soft">One moment ...</p>}>
        <SecondStep
          pending={pending}
          onLogin={keep}
          onBack={() => {
            setPending(null);
            form.setAlert(null);
          }}
        />
      </Suspense>
    );
  return (
    <Form
      form={form}
      action="Login"
      busy="Logging in..."
      after={
        <>
          <PasskeyButton
            label="Log in with a passkey"
            quiet
            use={logInWithPasskey}
            onDone={(pair) => {
              const { to, kind = 'success', ...said } = keep(pair);
              form.setAlert({ kind, ...said });
              if (to !== undefined) location.assign(to);
            }}
            onAlert={form.setAlert}
          />
          <p className="form-foot">
            New here? <a href={signup}>{messages.signup.title}</a>
          </p>
        </>
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
