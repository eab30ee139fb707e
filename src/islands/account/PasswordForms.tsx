import { callApi, postAnonymously } from '../../lib/client/api/api.ts';
import { forgetSession, storeSession } from '../../lib/client/session/keep-session.ts';
import { $session, ownId } from '../../lib/client/session/session.ts';
import { clearFlow, flowState, setFlow } from '../../lib/client/storage.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { TokenPair } from '../../lib/shared/schemas/accounts.ts';
import { accountMessages as messages } from '../../lib/shared/text/account-messages.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { CodeField, ConfirmPassword, EmailField, PasswordField, StrongPassword } from '../forms/Field.tsx';
import { type FieldErrors, Foot, Form, useForm } from '../forms/Form.tsx';

const fromFlow = ({ email }: { email: string }) => ({ email: email || flowState('reset-email') });

export function ForgotPasswordForm() {
  const form = useForm({
    initial: { email: '' },
    prefill: ({ email }) => ({ email: fromFlow({ email }).email || ($session.get()?.email ?? '') }),
    send: ({ email }) =>
      postAnonymously<{ request_token: string }>('/user/forgot-password/', {
        email,
        request_token: flowState('reset-request') || undefined,
      }),
    texts: { 400: 'PasswordReset credentials are not valid', 401: messages.login.refused },
    done: ({ request_token: requestToken }, { email }) => {
      setFlow('reset-email', email);
      setFlow('reset-request', requestToken);
      return {
        message: 'PasswordReset successful',
        detail: 'If there is an account for this address, a code is on its way.',
        to: urls.verifyPasswordReset(),
      };
    },
  });
  return (
    <Form
      form={form}
      action="Send reset code"
      busy="Sending..."
      after={<Foot says="Remembered it?" href={urls.login()} link={messages.login.title} />}
    >
      <EmailField autoComplete="username" />
    </Form>
  );
}

export function ResetCodeForm() {
  const form = useForm({
    initial: { code: '', email: '' },
    prefill: fromFlow,
    // In another tab the server knows both by a cookie.
    send: ({ code, email }) =>
      postAnonymously<{ reset_token: string }>('/user/verify-password/', {
        code,
        email: email || undefined,
        request_token: flowState('reset-request') || undefined,
      }),
    texts: { 400: 'This reset code is not valid', 401: messages.login.refused },
    done: ({ reset_token: token }, { email }) => {
      clearFlow('reset-request');
      if (email !== '') setFlow('reset-email', email);
      setFlow('reset-token', token);
      return { message: 'Password reset verification successful', to: urls.setPassword() };
    },
  });
  return (
    <Form
      form={form}
      action="Verify code"
      busy="Verifying..."
      after={<Foot says="No code?" href={urls.forgotPassword()} link="Resend code" />}
    >
      <CodeField label="Reset code" />
      <EmailField
        autoComplete="username"
        hint="Only needed if you asked for the code on another device."
        required={false}
      />
    </Form>
  );
}

/** The API takes a new password once or twice; the forms ask for it twice. */
const compared = (password: string, confirm: string): FieldErrors =>
  password === confirm ? {} : { confirm_password: messages.password.mismatch };

export function SetPasswordForm() {
  const form = useForm({
    initial: { email: '', password: '', confirm_password: '' },
    prefill: fromFlow,
    check: ({ password, confirm_password }) => compared(password, confirm_password),
    send: (values) =>
      postAnonymously('/user/set-password/', {
        ...values,
        reset_token: flowState('reset-token') || undefined,
      }),
    texts: { 400: 'SetPassword credentials are not valid', 401: messages.login.refused },
    done: (_, { email }) => {
      clearFlow('reset-email', 'reset-token');
      // The server has ended every session of the account.
      if ($session.get()?.email.toLowerCase() === email.trim().toLowerCase()) forgetSession();
      return { message: 'PasswordReset successful', to: urls.passwordWasSet() };
    },
  });
  return (
    <Form
      form={form}
      action="Set password"
      busy="Setting password..."
      after={<Foot says="The code has expired?" href={urls.forgotPassword()} link="Resend code" />}
    >
      <EmailField autoComplete="username" />
      <PasswordField name="password" label="New password" isNew placeholder={messages.password.hint} />
      <PasswordField name="confirm_password" label="Confirm password" isNew />
      <StrongPassword names={['password', 'confirm_password']} />
    </Form>
  );
}

export function ChangePasswordForm() {
  const form = useForm({
    initial: { current_password: '', new_password: '', confirm_password: '' },
    check: ({ new_password, confirm_password }) => compared(new_password, confirm_password),
    send: ({ current_password, new_password }) =>
      callApi<TokenPair>('POST', `/user/${ownId()}/change-password/`, {
        body: { current_password, new_password },
      }),
    texts: { 400: 'ChangePassword credentials are not valid', 401: siteMessages.errors.login },
    done: (pair) => {
      storeSession(pair);
      return { message: 'Password change successful', to: urls.passwordWasChanged() };
    },
  });
  return (
    <Form form={form} action="Change password" busy="Changing password...">
      <ConfirmPassword name="current_password" label="Current password" />
      <a className="text-button" href={urls.forgotPassword()}>
        Forgot current password?
      </a>
      <PasswordField name="new_password" label="New password" isNew placeholder={messages.password.hint} />
      <PasswordField name="confirm_password" label="New password again" isNew />
      <StrongPassword names={['new_password', 'confirm_password']} />
    </Form>
  );
}
