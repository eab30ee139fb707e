import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { dropHandover, handedOver, handOver } from '../../lib/client/session/handover.ts';
import { hasDraftOf } from '../../lib/client/drafts/kept-draft.ts';
import { dropPendingAccount, readPendingAccount } from '../../lib/client/session/pending-account.ts';
import { pendingIdOf } from '../../lib/client/session/pending-id.ts';
import { $session, storeSession } from '../../lib/client/session/session.ts';
import { verifyFormSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Form } from '../forms/Form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useSession } from '../ui/use-session.ts';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { ResendCode } from './ResendCode.tsx';
import { Verified } from './Verified.tsx';

/** Of the sign-up that this tab has just been through, else of who is logged in. */
function knownEmail(): string {
  return handedOver('verify-email') || ($session.get()?.email ?? '');
}

/** A sign-up of this tab that is not for the account that is logged in. */
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
  const visitor = useSession();
  const form = useForm({
    schema: verifyFormSchema,
    send: (values) => accountsApi.verifyUser(values, pendingIdOf(values.email)),
    texts: { other: messages.verifyUser.failed, serverFirst: true },
    done: ({ data, reset_token: resetToken }, { email }) => {
      dropHandover('verify-email', 'verify-typed-email');
      dropPendingAccount();
      const isKept = storeSession(data);
      if (resetToken !== undefined) {
        handOver('reset-token', resetToken);
        handOver('reset-email', email);
        return {
          message: messages.verifyUser.done,
          detail: messages.verifyUser.passwordNext,
          to: urls.setPassword(),
        };
      }
      // With a draft they stay, and are offered to go on with it.
      if (isKept && hasDraftOf($session.get()?.user_id ?? '')) return { message: messages.verifyUser.done };
      return isKept
        ? { message: messages.verifyUser.done, to: urls.home() }
        : { message: messages.verifyUser.done, detail: messages.login.notKept };
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
            Wrong address? <a href={urls.signup()}>{messages.signup.title}</a>
          </p>
          <p className="form-foot">
            Verified on another device? <a href={urls.login()}>{messages.login.title}</a>
          </p>
        </>
      }
    >
      <EmailField
        autoComplete="email"
        // The sign-up may have been made in a tab that is closed by now.
        prefill={() =>
          knownEmail() || handedOver('verify-typed-email') || (readPendingAccount()?.email ?? '')
        }
        locked={() => knownEmail() !== ''}
        // Whoever comes by the mail's link types it here, and goes back to the mail for the code.
        onInput={({ currentTarget }) => {
          if (knownEmail() === '') handOver('verify-typed-email', currentTarget.value);
        }}
      />
      <CodeField label="Verification code" fromLink />
    </Form>
  );
}
