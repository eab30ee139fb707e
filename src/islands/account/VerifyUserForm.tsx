import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi, postAnonymously } from '../../lib/client/api/api.ts';
import { hasDraftOf } from '../../lib/client/drafts/form-drafts.ts';
import {
  dropPendingAccount,
  pendingIdOf,
  readPendingAccount,
  storeSession,
} from '../../lib/client/session/keep-session.ts';
import { $session, ownId } from '../../lib/client/session/session.ts';
import { clearFlow, flowState, setFlow } from '../../lib/client/storage.ts';
import { safeNext } from '../../lib/shared/addresses/safe-next.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { TokenPair } from '../../lib/shared/schemas/accounts.ts';
import { resendSeconds } from '../../lib/shared/schemas/limits.ts';
import { accountMessages } from '../../lib/shared/text/account-messages.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { CodeField, EmailField } from '../forms/Field.tsx';
import { Foot, Form, useForm, useFormContext } from '../forms/Form.tsx';
import { Button } from '../ui/Button.tsx';
import { Alert } from '../ui/Alert.tsx';
import { useHydrated, useLeadingTo } from '../ui/use-hydrated.ts';

/** The page that the sign-up of this tab was asked for by; else the front page. */
const pageAfterSignup = (): string => safeNext(flowState('verify-next'), urls.home());

/** @returns the address that this tab signed up, or else of the person who is logged in; '' for none */
const knownEmail = (): string => flowState('verify-email') || ($session.get()?.email ?? '');

/** Whether this tab signed up another address than that of the account that is logged in. */
function isAboutAnother(email: string): boolean {
  const signedUp = flowState('verify-email');
  return signedUp !== '' && signedUp.toLowerCase() !== email.toLowerCase();
}

/**
 * Takes the code of a mail's link, /verify-user#code=ABCD2345, out of the address, so that it does not stay in the
 * history. Verifying takes a press, so that a mail scanner that opens links verifies nothing. The link names no
 * account, so that a stranger's link cannot verify theirs in this browser.
 */
function takeCodeOfLink(): { code?: string } {
  const code = /^#code=([A-Za-z0-9]{8})$/.exec(location.hash)?.[1];
  if (code === undefined) return {};
  history.replaceState(history.state, '', location.pathname + location.search);
  return { code: code.toUpperCase() };
}

export function VerifyUserForm() {
  const visitor = useStore($session, { ssr: 'initial' });
  const signup = useLeadingTo(urls.signup(), pageAfterSignup);
  const login = useLeadingTo(urls.login(), pageAfterSignup);
  const isLocked = useHydrated() && knownEmail() !== '';
  const form = useForm({
    initial: { email: '', code: '' },
    prefill: ({ email }) => ({
      // The tab of the sign-up may have been closed.
      email: knownEmail() || email || flowState('verify-typed-email') || (readPendingAccount()?.email ?? ''),
      ...takeCodeOfLink(),
    }),
    send: (values) =>
      postAnonymously<{ data: TokenPair; reset_token?: string }>('/user/verify/', {
        ...values,
        id: pendingIdOf(values.email),
      }),
    texts: { other: 'Unable to complete request', serverFirst: true },
    done: ({ data, reset_token: resetToken }, { email }) => {
      clearFlow('verify-email', 'verify-typed-email');
      dropPendingAccount();
      const message = 'User verification successful';
      const isKept = storeSession(data);
      if (resetToken !== undefined) {
        setFlow('reset-token', resetToken);
        setFlow('reset-email', email);
        return { message, detail: 'Now choose a password for your account.', to: urls.setPassword() };
      }
      if (!isKept) return { message, detail: accountMessages.login.notKept };
      // With a draft the page stays open and offers to continue it.
      if (hasDraftOf(ownId())) return { message };
      const next = pageAfterSignup();
      clearFlow('verify-next');
      return { message, to: next };
    },
  });
  const enter = useEffectEvent(() => form.change(takeCodeOfLink()));
  useEffect(() => {
    // A link to the open page does not load it again.
    addEventListener('hashchange', enter);
    return () => removeEventListener('hashchange', enter);
  }, []);
  if (visitor?.is_verified && form.status === 'idle' && !isAboutAnother(visitor.email)) {
    const hasDraft = hasDraftOf(visitor.user_id);
    return (
      <div className="form">
        {form.alert?.kind === 'success' ? (
          <Alert content={form.alert} />
        ) : (
          <p>{accountMessages.verifyUser.already}</p>
        )}
        {hasDraft && (
          <a className="button" href={urls.newApp()}>
            Continue your draft
          </a>
        )}
        <a className={hasDraft ? 'button quiet' : 'button'} href={hasDraft ? urls.home() : pageAfterSignup()}>
          {hasDraft ? siteMessages.notFound.home : 'Continue'}
        </a>
      </div>
    );
  }
  return (
    <Form
      form={form}
      action={siteMessages.home.verify}
      busy="Verifying..."
      after={
        <>
          <ResendCode />
          <Foot says="Wrong address?" href={signup} link={accountMessages.signUp} />
          <Foot says="Verified on another device?" href={login} link={accountMessages.login.title} />
        </>
      }
    >
      <EmailField
        autoComplete="email"
        readOnly={isLocked}
        // A person who came by the mail's link types the address, and then goes back to the mail for the code.
        onInput={({ currentTarget }) => {
          if (knownEmail() === '') setFlow('verify-typed-email', currentTarget.value);
        }}
      />
      <CodeField label="Verification code" />
    </Form>
  );
}

function ResendCode() {
  const { fail, finish, showErrors, values } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const isWaiting = isBusy || secondsLeft > 0;

  const countTo = (end: number): void => {
    // Computed from the clock, because a sleeping phone skips ticks.
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    setSecondsLeft(left);
    if (left > 0) setTimeout(countTo, 1000, end);
  };
  const send = async (email: string): Promise<void> => {
    if (isWaiting) return;
    setBusy(true);
    // With the session, if there is one: a verified person is told so instead of being promised a mail.
    const body = { email, id: pendingIdOf(email) };
    const result = await callApi('POST', '/user/resend-registration-code/', { body });
    setBusy(false);
    if (result.kind === 'ok') countTo(Date.now() + resendSeconds * 1000);
    // Asked for less than a minute ago, on another page: what was sent then works.
    const sentBefore = result.kind === 'error' && result.status === 429 && result.fields['code'];
    if (result.kind === 'ok' || sentBefore) {
      // The errors are about an earlier code.
      showErrors({});
      finish({ message: sentBefore || 'A new verification code has been sent to your email' });
    } else fail(result);
  };

  const sendOnce = useEffectEvent(() => void send(knownEmail()));
  useEffect(() => {
    if (flowState('verify-send-code') === '') return;
    clearFlow('verify-send-code');
    sendOnce();
  }, []);
  return (
    <Button aria-busy={isBusy} aria-disabled={isWaiting} onClick={() => void send(String(values['email']))}>
      Request new code
      {secondsLeft > 0 && ` (${secondsLeft} s)`}
    </Button>
  );
}
