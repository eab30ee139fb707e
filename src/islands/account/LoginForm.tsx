import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { postAnonymously } from '../../lib/client/api/api.ts';
import { keepPendingAccount, logOut, storeSession } from '../../lib/client/session/keep-session.ts';
import { $session } from '../../lib/client/session/session.ts';
import { flowState, setFlow } from '../../lib/client/storage.ts';
import { safeNext } from '../../lib/shared/addresses/safe-next.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { TokenPair } from '../../lib/shared/schemas/accounts.ts';
import { passwordLength } from '../../lib/shared/schemas/limits.ts';
import { accountMessages as messages } from '../../lib/shared/text/account-messages.ts';
import { cleanAddress } from '../../lib/shared/text/visible-text.ts';
import { ContactSwitch, EmailField, NameFields, PasswordField, StrongPassword } from '../forms/Field.tsx';
import { type FieldErrors, Foot, Form, useForm } from '../forms/Form.tsx';
import { PasskeyButton } from '../security/PasskeyButton.tsx';
import { Button } from '../ui/Button.tsx';
import { useLeadingTo } from '../ui/use-hydrated.ts';

const SecondStep = lazy(() => import('../security/ProveFactor.tsx'));

/** The page that the address of this page names; else the front page. */
const nextPage = (): string => safeNext(new URLSearchParams(location.search).get('next'), urls.home());

function AlreadyLoggedIn({ email }: { email: string }) {
  return (
    <div className="form">
      <p>
        You are logged in as <b>{email}</b>.
      </p>
      <a className="button" href={nextPage()}>
        Continue
      </a>
      <Button onClick={logOut}>Logout</Button>
    </div>
  );
}

/** As far as the specification asks for it before sending: the server checks the rest. */
const isFilledIn = ({ email, password }: { email: string; password: string }): boolean =>
  cleanAddress(email) !== null && password.length >= passwordLength.min;

function keep(pair: TokenPair) {
  return storeSession(pair)
    ? ({ kind: 'success', message: 'Login successful', to: nextPage() } as const)
    : ({ kind: 'warning', message: messages.login.notKept } as const);
}

export function LoginForm() {
  const [pending, setPending] = useState<unknown>(null);
  const visitor = useStore($session, { ssr: 'initial' });
  const signup = useLeadingTo(urls.signup(), nextPage);
  const form = useForm({
    initial: { email: '', password: '' },
    prefill: ({ email }) => ({ email: email || flowState('verify-email') }),
    send: async (values) => {
      const result = await postAnonymously<TokenPair>('/token/', values);
      if (result.kind === 'error' && result.code === 'second_factor') setPending(result.second_factor);
      return result;
    },
    // The server's sentence about a closed account names the operator's address.
    texts: { 400: 'Login credentials are not valid', 401: messages.login.refused, serverFirst: [403] },
    done: keep,
    ready: isFilledIn,
  });
  if (pending !== null)
    return (
      <Suspense fallback={<p className="soft">One moment...</p>}>
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
  if (visitor && form.status === 'idle') return <AlreadyLoggedIn email={visitor.email} />;
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
            use={async () => await (await import('../../lib/client/passkeys.ts')).logInWithPasskey()}
            onDone={(pair) => form.finish(keep(pair))}
            onAlert={form.setAlert}
          />
          <Foot says="New here?" href={signup} link={messages.signUp} />
        </>
      }
    >
      <EmailField autoComplete="username" />
      <PasswordField name="password" label="Password" />
      <a
        className="text-button"
        href={urls.forgotPassword()}
        onClick={() => setFlow('reset-email', form.values.email.trim() || flowState('reset-email'))}
      >
        Forgot password?
      </a>
    </Form>
  );
}

export function SignupForm() {
  const visitor = useStore($session, { ssr: 'initial' });
  const login = useLeadingTo(urls.login(), nextPage);
  const initial = { firstname: '', lastname: '', email: '', show_email: true, password: '' };
  const form = useForm({
    initial,
    check: ({ password }): FieldErrors =>
      password.length < passwordLength.min ? { password: messages.password.tooShort } : {},
    send: ({ show_email, ...values }) =>
      postAnonymously<{ id: string }>('/user/', { ...values, show_email: String(show_email) }),
    texts: {
      400: 'Signup data is not valid',
      401: 'Invalid signup details',
      other: 'Error occurred creating your account',
    },
    done: ({ id }, { email }) => {
      setFlow('verify-email', email);
      setFlow('verify-next', nextPage());
      keepPendingAccount({ id, email });
      return { message: 'Signup successful', to: urls.verifyUser(), saved: initial };
    },
    ready: (values) => values.firstname !== '' && values.lastname !== '' && isFilledIn(values),
  });
  if (visitor && form.status === 'idle') return <AlreadyLoggedIn email={visitor.email} />;
  return (
    <Form
      form={form}
      action={messages.signUp}
      busy="Creating account..."
      after={<Foot says="Already have an account?" href={login} link={messages.login.title} />}
    >
      <NameFields />
      <EmailField autoComplete="email" hint="Nobody can see it until you verify it." />
      <ContactSwitch kind="email" />
      <PasswordField name="password" label="Password" isNew placeholder={messages.password.hint} />
      <StrongPassword names={['password']} />
      <p className="form-terms">
        By creating an account you accept the <a href={urls.terms()}>Terms of use</a> and the{' '}
        <a href={urls.privacy()}>Privacy Policy</a>.
      </p>
    </Form>
  );
}
