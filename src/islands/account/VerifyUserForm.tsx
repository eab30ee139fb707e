import { useStore } from '@nanostores/react';
import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { dropHandover, handedOver, handOver } from '../../lib/client/session/handover.ts';
import { hasDraftOf } from '../../lib/client/drafts/kept-draft.ts';
import { dropPendingAccount, readPendingAccount } from '../../lib/client/session/pending-account.ts';
import { pendingIdOf } from '../../lib/client/session/pending-id.ts';
import { storeSession } from '../../lib/client/session/keep-session.ts';
import { $session } from '../../lib/client/session/session.ts';
import { verifyFormSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { pageAfterSignup, useLeadingTo } from './next-page.ts';
import { ResendCode } from './ResendCode.tsx';
import { Verified } from './Verified.tsx';

/** @returns the address that this tab signed up, or else of the person who is logged in; '' for none */
function knownEmail(): string {
  return handedOver('verify-email') || ($session.get()?.email ?? '');
}

/** Whether this tab signed up another address than that of the account that is logged in. */
function isAboutAnother(email: string): boolean {
  const signedUp = handedOver('verify-email');
  return signedUp !== '' && signedUp.toLowerCase() !== email.toLowerCase();
}

function wantsCodeAtOnce(): boolean {
  const wanted = handedOver('verify-send-code') !== '';
  dropHandover('verify-send-code');
  return wanted;
}

export default function VerifyUserForm() {
  const visitor = useStore($session, { ssr: 'initial' });
  const signup = useLeadingTo(urls.signup(), pageAfterSignup);
  const login = useLeadingTo(urls.login(), pageAfterSignup);
  const form = useForm({
    schema: verifyFormSchema,
    send: (values) => accountsApi.verifyUser(values, pendingIdOf(values.email)),
    texts: { other: messages.verifyUser.failed, serverFirst: true },
    done: ({ data, reset_token: resetToken }, { email }) => {
      dropHandover('verify-email', 'verify-typed-email');
      dropPendingAccount();
      const message = messages.verifyUser.done;
      const isKept = storeSession(data);
      if (resetToken !== undefined) {
        handOver('reset-token', resetToken);
        handOver('reset-email', email);
        return { message, detail: messages.verifyUser.passwordNext, to: urls.setPassword() };
      }
      if (!isKept) return { message, detail: messages.login.notKept };
      // With a draft the page stays open and offers to continue it.
      if (hasDraftOf($session.get()?.user_id ?? '')) return { message };
      const next = pageAfterSignup();
      dropHandover('verify-next');
      return { message, to: next };
    },
  });
  if (visitor?.is_verified && form.status === 'idle' && !isAboutAnother(visitor.email))
    return <Verified visitor={visitor} said={form.alert} />;
  return (
    <Form
      form={form}
      action={messages.home.verify}
      busy="Verifying..."
      after={
        <>
          <ResendCode atOnce={wantsCodeAtOnce} />
          <p className="form-foot">
            Wrong address? <a href={signup}>{messages.signup.title}</a>
          </p>
          <p className="form-foot">
            Verified on another device? <a href={login}>{messages.login.title}</a>
          </p>
        </>
      }
    >
      <EmailField
        autoComplete="email"
        // The tab of the sign-up may have been closed.
        prefill={() =>
          knownEmail() || handedOver('verify-typed-email') || (readPendingAccount()?.email ?? '')
        }
        locked={() => knownEmail() !== ''}
        // A person who came by the mail's link types the address, and then goes back to the mail for the code.
        onInput={({ currentTarget }) => {
          if (knownEmail() === '') handOver('verify-typed-email', currentTarget.value);
        }}
      />
      <CodeField label="Verification code" fromLink />
    </Form>
  );
}
