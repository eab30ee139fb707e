import { useState } from 'react';
import { factorsApi } from '../../lib/client/api/factors-api.ts';
import { confirmAuthenticatorSchema } from '../../lib/shared/schemas/factors.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { Field } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';
import { serverFirst } from '../forms/refusal.ts';
import { useForm } from '../forms/use-form.ts';
import { ConfirmedForm } from './ConfirmedForm.tsx';
import { QrCode } from './QrCode.tsx';
import type { Change } from './factor-state.ts';

interface Props {
  /** The address of the account where its password is asked for; null where a fresh proof is enough. */
  email: string | null;
  onDone: (change: Change) => void;
}

/** First makes the secret, then asks for a code of it. */
export function AddAuthenticator({ email, onDone }: Props) {
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null);
  if (app) return <ConfirmCode {...app} onDone={onDone} />;
  return (
    <ConfirmedForm
      email={email}
      action="Continue"
      text="You need an app such as Aegis, Google Authenticator, Microsoft Authenticator or 1Password on your phone."
      send={factorsApi.beginAuthenticator}
      onDone={setApp}
    />
  );
}

interface CodeProps {
  secret: string;
  uri: string;
  onDone: (change: Change) => void;
}

function ConfirmCode({ secret, uri, onDone }: CodeProps) {
  const form = useForm({
    schema: confirmAuthenticatorSchema,
    send: ({ code }) => factorsApi.confirmAuthenticator(code),
    texts: serverFirst,
    done: (data) => {
      onDone({ ...data, message: messages.factors.authenticatorAdded });
      return { message: '' };
    },
    ready: ({ code = '' }) => code.trim() !== '',
  });
  return (
    <Form form={form} action="Add the app" busy="Checking...">
      <p className="part-text">Scan this with the app, or type the text below it into the app.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="factor-secret">
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p className="part-text">
        On this phone, <a href={uri}>open it in your app</a>.
      </p>
      <Field
        name="code"
        label="Code that the app shows"
        hint="Six digits, new every 30 seconds."
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        required
      />
    </Form>
  );
}
