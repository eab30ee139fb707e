import { useStore } from '@nanostores/react';
import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { handOver } from '../../lib/client/session/handover.ts';
import { keepPendingAccount } from '../../lib/client/session/pending-account.ts';
import { $session } from '../../lib/client/session/session.ts';
import { signupSchema } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { Field } from '../forms/Field.tsx';
import { FormSwitch, ShowOnPage } from '../forms/FormSwitch.tsx';
import { Form } from '../forms/Form.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { StrongPassword } from '../forms/StrongPassword.tsx';
import { useForm } from '../forms/use-form.ts';
import { AlreadyLoggedIn } from './AlreadyLoggedIn.tsx';
import { EmailField } from './EmailField.tsx';
import { nextPage, useLeadingTo } from './next-page.ts';

const credentials = signupSchema.pick({ email: true, password: true });

export default function SignupForm() {
  const visitor = useStore($session, { ssr: 'initial' });
  const login = useLeadingTo(urls.login(), nextPage);
  const form = useForm({
    schema: signupSchema,
    send: accountsApi.signUp,
    texts: {
      400: messages.signup.invalid,
      401: messages.signup.unauthorized,
      other: messages.signup.failed,
    },
    done: ({ id }, { email }) => {
      handOver('verify-email', email);
      handOver('verify-next', nextPage());
      keepPendingAccount({ id, email });
      return { message: messages.signup.done, to: urls.verifyUser() };
    },
    ready: (values) =>
      Boolean(values['firstname'] && values['lastname']) && credentials.safeParse(values).success,
    reset: true,
  });
  if (visitor && form.status === 'idle') return <AlreadyLoggedIn email={visitor.email} next={nextPage()} />;
  return (
    <Form
      form={form}
      action={messages.signup.title}
      busy="Creating account..."
      after={
        <p className="form-foot">
          Already have an account? <a href={login}>{messages.login.title}</a>
        </p>
      }
    >
      <div className="field-pair">
        <Field
          name="firstname"
          label="First name"
          autoComplete="given-name"
          autoCapitalize="words"
          required
        />
        <Field name="lastname" label="Last name" autoComplete="family-name" autoCapitalize="words" required />
      </div>
      <EmailField autoComplete="email" hint={messages.signup.emailHint} />
      <FormSwitch name="show_email">
        <ShowOnPage what="email" />
      </FormSwitch>
      <PasswordField
        name="password"
        label="Password"
        autoComplete="new-password"
        placeholder={messages.password.hint}
      />
      <StrongPassword names={['password']} />
      <p className="form-terms">
        By creating an account you accept the <a href={urls.terms()}>Terms of use</a> and the{' '}
        <a href={urls.privacy()}>Privacy Policy</a>.
      </p>
    </Form>
  );
}
