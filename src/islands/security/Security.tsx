import { factorLimits } from '../../lib/shared/schemas/limits.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { type ApiResult, callApi } from '../../lib/client/api/api.ts';
import { siteName } from '../../lib/client/page/page.ts';
import { createPasskey } from '../../lib/client/passkeys.ts';
import type { ChangedFactors, FactorsJson, PasskeyOptions } from '../../lib/shared/schemas/factors.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { ConfirmPassword, Field } from '../forms/Field.tsx';
import { Form, useForm } from '../forms/Form.tsx';
import { WithVerified } from '../profile/WithProfile.tsx';
import { Button, TextButton } from '../ui/Button.tsx';
import { Alert, type AlertContent } from '../ui/Alert.tsx';
import { WithFetched } from '../ui/fetched.tsx';
import { focusAtOnce, useCopy } from '../ui/use-hydrated.ts';
import { hasPasskeys, notUsed } from './PasskeyButton.tsx';
import { confirmationOf, hasFactor, ProveFactor } from './ProveFactor.tsx';

const cancelled: ApiResult<never> = { kind: 'error', status: 400, error: notUsed, fields: {} };

/** The id and the name are those of a passkey. The password is left out where a factor was proved a moment ago. */
interface Sent {
  id: string;
  name: string;
  password: string | undefined;
}

/** The secret of an authenticator app, of which a code is asked for next. */
interface NewApp {
  secret: string;
  uri: string;
}

interface Change {
  title: string;
  done: string;
  submit: string;
  busy?: string;
  danger?: boolean;
  text?: (name: string) => string;
  /** Asks for the name of a passkey as well. */
  named?: { label: string; hint?: string };
  send: (sent: Sent) => Promise<ApiResult<ChangedFactors | NewApp>>;
}

const change = (path: string, body: Partial<Record<string, string>>, method: 'POST' | 'PATCH' = 'POST') =>
  callApi<ChangedFactors>(method, `/user/factors/${path}`, { body });

async function addPasskey({ name, password }: Sent) {
  const body = { password };
  const asked = await callApi<PasskeyOptions>('POST', '/user/factors/passkeys/options/', { body });
  if (asked.kind !== 'ok') return asked;
  const { token, options } = asked.data;
  const passkey = await createPasskey(options);
  return passkey === null ? cancelled : await change('passkeys/', { token, name, passkey });
}

type Kind = 'add-passkey' | 'add-app' | 'remove-app' | 'make-codes' | 'rename-passkey' | 'remove-passkey';

const actions: Record<Kind, Change> = {
  'add-passkey': {
    title: 'Add a passkey',
    done: 'Passkey added',
    submit: 'Continue',
    busy: 'Waiting for your device...',
    named: { label: 'Name of this passkey', hint: "Such as 'My phone'. Only you see it." },
    send: addPasskey,
  },
  'add-app': {
    title: 'Add an authenticator app',
    done: 'Authenticator app added',
    submit: 'Continue',
    text: () =>
      'You need an app such as Aegis, Google Authenticator, Microsoft Authenticator or 1Password on your phone.',
    send: ({ password }) => callApi<NewApp>('POST', '/user/factors/authenticator/', { body: { password } }),
  },
  'remove-app': {
    title: 'Remove the authenticator app',
    done: 'Authenticator app removed',
    submit: 'Remove',
    danger: true,
    text: () => 'Codes of the app will no longer log you in. Your other logins stay as they are.',
    send: ({ password }) => change('authenticator/remove/', { password }),
  },
  'make-codes': {
    title: 'Make new recovery codes',
    done: 'New recovery codes made. The old ones no longer work.',
    submit: 'Make new codes',
    text: () => 'You get ten new codes. The old ones no longer work.',
    send: ({ password }) => change('recovery-codes/', { password }),
  },
  'rename-passkey': {
    title: 'Rename a passkey',
    done: 'Passkey renamed',
    submit: 'Save',
    named: { label: 'Name' },
    send: ({ id, name }) => change(`passkeys/${id}/`, { name }, 'PATCH'),
  },
  'remove-passkey': {
    title: 'Remove a passkey',
    done: 'Passkey removed',
    submit: 'Remove',
    danger: true,
    text: (name) => `'${name}' will no longer log you in. Your other logins stay as they are.`,
    send: ({ id, password }) => change(`passkeys/${id}/remove/`, { password }),
  },
};

/** `id` and `name` are those of a passkey. */
interface Action {
  kind: Kind;
  id?: string;
  name?: string;
}

/** What a change needs before it is sent, as the server will ask for it. */
const needsOf = ({ kind }: Action, factors: FactorsJson) =>
  kind === 'rename-passkey'
    ? 'nothing'
    : confirmationOf(factors, kind === 'add-passkey' || kind === 'add-app');

export default function Security() {
  return (
    <WithVerified to="add a second factor">
      <WithFetched<FactorsJson> path="/user/factors/" waiting="Fetching your second factors...">
        {(factors) => <Factors first={factors} />}
      </WithFetched>
    </WithVerified>
  );
}

function Factors({ first }: { first: FactorsJson }) {
  const [factors, setFactors] = useState(first);
  /** The change that is open in place of the list, and what it still needs, as the server will ask for it. */
  const [open, setOpen] = useState<(Action & { needs: ReturnType<typeof needsOf> }) | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const summary = useRef<HTMLParagraphElement>(null);

  const close = (): void => {
    setOpen(null);
    // The form with the focus has gone.
    summary.current?.focus();
  };
  const changed = ({ factors: now, recovery_codes: made }: ChangedFactors, message: string): void => {
    setFactors(now);
    if (made) setCodes(made);
    else if (!hasFactor(now)) setCodes(null);
    setAlert({ kind: 'success', message, detail: 'Your other logins stay as they are.' });
    close();
  };
  return (
    <div className="security">
      <p className="part-text" ref={summary} tabIndex={-1}>
        {hasFactor(factors)
          ? 'A login to your account needs your password and one of these, or a passkey alone.'
          : 'Your account has no second factor. With one, nobody can log in with your password alone.'}
        {factors.role !== 'member' && ' Staff need one to open the desk, and keep at least one.'}
      </p>
      {open === null && <Alert content={alert} />}
      {codes && <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />}
      {open === null ? (
        <FactorList
          factors={factors}
          onAction={(action) => {
            setAlert(null);
            setOpen({ ...action, needs: needsOf(action, factors) });
          }}
        />
      ) : (
        <section className="factors">
          <h2 key={open.needs} ref={focusAtOnce} tabIndex={-1}>
            {actions[open.kind].title}
          </h2>
          {open.needs === 'factor' ? (
            <ProveFactor
              factors={factors}
              says="Prove a second factor that you have first."
              onProved={(provedAt) => {
                setFactors({ ...factors, proved_at: provedAt });
                setOpen({ ...open, needs: 'nothing' });
              }}
            />
          ) : (
            <ActionForm
              action={open}
              asksPassword={open.needs === 'password'}
              onDone={(change) => changed(change, actions[open.kind].done)}
            />
          )}
          <TextButton onClick={close}>Cancel</TextButton>
        </section>
      )}
    </div>
  );
}

interface FormProps {
  action: Action;
  /** Where a fresh proof is not enough. */
  asksPassword: boolean;
  onDone: (change: ChangedFactors) => void;
}

/** A change that needs the password, or not even that. For an app it makes the secret, then asks for a code of it. */
function ActionForm({ action: { kind, id = '', name = '' }, asksPassword, onDone }: FormProps) {
  const { submit, busy = 'One moment...', danger = false, text, named, send } = actions[kind];
  const [app, setApp] = useState<NewApp | null>(null);
  const form = useForm({
    initial: { name, password: '', code: '' },
    send: async ({ code, password, ...values }): Promise<ApiResult<ChangedFactors | NewApp>> =>
      await (app
        ? change('authenticator/confirm/', { code })
        : send({ id, ...values, password: password || undefined })),
    done(answer) {
      if ('secret' in answer) setApp(answer);
      else onDone(answer);
      return undefined;
    },
    ready: (values) =>
      app
        ? values.code.trim() !== ''
        : (!named || values.name.trim() !== '') && (!asksPassword || values.password !== ''),
  });
  if (!app)
    return (
      <Form form={form} action={submit} busy={busy} danger={danger}>
        {text && <p className="part-text">{text(name)}</p>}
        {named && <Field name="name" {...named} maxLength={60} required />}
        {asksPassword && <ConfirmPassword />}
      </Form>
    );
  return (
    <Form form={form} action="Add the app" busy="Checking...">
      <p className="part-text">Scan this with the app, or type the text below it into the app.</p>
      <QrCode text={app.uri} label="QR code for your authenticator app" />
      <p className="factor-secret">
        <code>{app.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p className="part-text">
        On this phone, <a href={app.uri}>open it in your app</a>.
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

/** Black on white in every theme, because cameras read that best. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [image, setImage] = useState('');
  useEffect(() => {
    void Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]).then(([qr, { toSvgDataURL }]) => {
      const code = qr.generate(text, { minCorrectionLevel: qr.correction.M });
      setImage(toSvgDataURL(code, { on: '#000', off: '#fff', pad: 4, width: 240, height: 240 }));
    });
  }, [text]);
  return <div className="factor-qr">{image !== '' && <img src={image} alt={label} />}</div>;
}

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const refused = 'This browser does not let the site copy. Write the codes down.';
  const [note, copy] = useCopy(codes.join('\n'), refused);
  const text = `${siteName()} recovery codes\n\n${codes.join('\n')}\n`;
  return (
    <section className="factors fresh-codes" aria-labelledby="fresh-codes">
      <h2 id="fresh-codes">Your recovery codes</h2>
      <p className="part-text">
        Keep them where only you find them. Each logs you in once, when you have no other second factor at
        hand. <b>They are not shown again.</b>
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="cluster">
        <Button onClick={copy}>Copy</Button>
        <a
          className="button quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save as a file
        </a>
        <Button className="button" onClick={onSaved}>
          I have saved them
        </Button>
      </p>
      <p className="soft" role="status">
        {note}
      </p>
    </section>
  );
}

interface FactorProps {
  name: string;
  made: { created_at: string; last_used_at: string | null };
  children: ReactNode;
}

function Factor({ name, made, children }: FactorProps) {
  const used = made.last_used_at === null ? 'Not used yet' : `Last used ${formatDay(made.last_used_at)}`;
  return (
    <div className="factor">
      <p>
        <b>{name}</b>
        <small>
          Added {formatDay(made.created_at)}. {used}.
        </small>
      </p>
      {children}
    </div>
  );
}

function FactorList({ factors, onAction }: { factors: FactorsJson; onAction: (action: Action) => void }) {
  const { authenticator, passkeys, recovery_codes: codes } = factors;
  const button = (kind: Kind) => <Button onClick={() => onAction({ kind })}>{actions[kind].title}</Button>;
  const change = (verb: string, of: string, action: Action) => (
    <TextButton onClick={() => onAction(action)}>
      {verb} <span className="unseen">{of}</span>
    </TextButton>
  );
  return (
    <>
      <section className="factors">
        <h2>Passkeys</h2>
        <p className="part-text">
          Your phone or computer proves that it is you, by a fingerprint, your face or its PIN. No code to
          type.
        </p>
        {passkeys.map(({ id, name, ...made }) => (
          <Factor key={id} name={name} made={made}>
            {change('Rename', name, { kind: 'rename-passkey', id, name })}
            {change('Remove', name, { kind: 'remove-passkey', id, name })}
          </Factor>
        ))}
        {!hasPasskeys() && (
          <p className="soft">This browser cannot use passkeys. Use an authenticator app instead.</p>
        )}
        {hasPasskeys() && passkeys.length < factorLimits.passkeys && button('add-passkey')}
      </section>
      <section className="factors">
        <h2>Authenticator app</h2>
        <p className="part-text">
          An app on your phone shows a new code every 30 seconds, also without network.
        </p>
        {authenticator ? (
          <Factor name="Authenticator app" made={authenticator}>
            {change('Remove', 'the authenticator app', { kind: 'remove-app' })}
          </Factor>
        ) : (
          button('add-app')
        )}
      </section>
      {hasFactor(factors) && (
        <section className="factors">
          <h2>Recovery codes</h2>
          <p className="part-text">
            For the day you lose your phone. {codes.left} of {factorLimits.recoveryCodes} are left
            {codes.created_at !== null && `, made on ${formatDay(codes.created_at)}`}.
          </p>
          {button('make-codes')}
        </section>
      )}
    </>
  );
}
