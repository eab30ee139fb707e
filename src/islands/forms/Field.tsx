import { useStore } from '@nanostores/react';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { callApi } from '../../lib/client/api/api.ts';
import { $session } from '../../lib/client/session/session.ts';
import { strongPasswordToastMs } from '../../lib/shared/schemas/limits.ts';
import { accountMessages } from '../../lib/shared/text/account-messages.ts';
import { Button, TextButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useFormContext, type Value } from './Form.tsx';

/** @returns value, note and ARIA attributes of the field with this name in the form around it */
export function useField<Kind extends Value>(
  name: string,
  { error, hint, empty }: { error?: string | undefined; hint?: ReactNode; empty: Kind },
) {
  const { change, errors, prefix, values } = useFormContext();
  const shown = error ?? errors[name];
  return {
    value: (values[name] ?? empty) as Kind,
    change: (value: Kind): void => change({ [name]: value }),
    note: shown ?? hint,
    /** Id of the field's element, and the beginning of the ids around it. */
    id: prefix + name,
    aria: {
      'aria-invalid': shown === undefined ? undefined : true,
      'aria-describedby': `${prefix}${name}-note`,
    },
  };
}

interface FrameProps {
  id: string;
  label: ReactNode;
  note: ReactNode;
  count?: { used: number; max: number } | undefined;
  boxClass?: string;
  children: ReactNode;
}

export function FieldFrame({ id, label, note, count, boxClass = 'field-box', children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={boxClass}>{children}</div>
      <div className="field-notes">
        <p className="field-note" id={`${id}-note`} aria-live="polite">
          {note}
        </p>
        {count && (
          <p className={count.used > count.max ? 'field-count over' : 'field-count'} id={`${id}-count`}>
            Character: {count.used} / {count.max}
          </p>
        )}
      </div>
    </div>
  );
}

type Own = 'id' | 'value' | 'defaultValue' | 'className' | 'max' | 'onChange';

export interface FieldProps extends Omit<ComponentProps<'input'>, Own> {
  name: string;
  label: string;
  hint?: string | undefined;
  /** Replaces the error that the form knows. */
  error?: string | undefined;
  /** Shows how many characters of this maximum are used. */
  max?: number | undefined;
  rows?: number | undefined;
  /** What is typed is no prose: an address, a code, a password. */
  verbatim?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
}

const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

export function Field(props: FieldProps) {
  const { name, label, hint, error, max, rows, leading, trailing, verbatim = false, ...input } = props;
  const { id, value, change, note, aria } = useField<string>(name, { error, hint, empty: '' });
  const count = max === undefined ? undefined : { used: Array.from(value).length, max };
  const shared = {
    autoComplete: 'off',
    ...(verbatim && asTyped),
    ...input,
    id,
    name,
    value,
    ...aria,
    ...(count && { 'aria-describedby': `${aria['aria-describedby']} ${id}-count` }),
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  return (
    <FieldFrame id={id} label={label} note={note} count={count}>
      {leading}
      {rows === undefined ? (
        <input {...shared} />
      ) : (
        <textarea {...(shared as ComponentProps<'textarea'>)} rows={rows} />
      )}
      {trailing}
    </FieldFrame>
  );
}

interface SwitchProps {
  name?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

export function Switch({ name, isOn, onChange, children }: SwitchProps) {
  return (
    <label className="form-switch">
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

export function SwitchField({ name, children }: { name: string; children: ReactNode }) {
  const { value, change } = useField<boolean>(name, { empty: false });
  return (
    <Switch name={name} isOn={value} onChange={change}>
      {children}
    </Switch>
  );
}

/** Whether everyone sees a contact detail on the profile and beside apps. Only screen readers need to be told which. */
export function ContactSwitch({ kind }: { kind: string }) {
  return (
    <SwitchField name={`show_${kind}`}>
      {accountMessages.profile.showOnPage}
      <span className="unseen"> ({kind})</span>
    </SwitchField>
  );
}

interface EmailProps extends Pick<FieldProps, 'hint' | 'readOnly' | 'onInput' | 'required'> {
  /** 'username' for a form with a password, so that password managers store both together. */
  autoComplete: 'email' | 'username';
}

export function EmailField(props: EmailProps) {
  return <Field required {...props} name="email" label="Email" type="email" inputMode="email" verbatim />;
}

export const NameFields = () => (
  <div className="field-pair">
    <Field name="firstname" label="First name" autoComplete="given-name" autoCapitalize="words" required />
    <Field name="lastname" label="Last name" autoComplete="family-name" autoCapitalize="words" required />
  </div>
);

export function CodeField({ label }: { label: string }) {
  return (
    <div className="code-field">
      <Field
        name="code"
        label={label}
        autoComplete="one-time-code"
        inputMode="text"
        verbatim
        autoCapitalize="characters"
        enterKeyHint="done"
        required
      />
    </div>
  );
}

interface PasswordProps {
  name: string;
  label: string;
  isNew?: boolean;
  placeholder?: string;
}

export function PasswordField({ name, label, isNew = false, ...rest }: PasswordProps) {
  const { revealed, setRevealed } = useFormContext();
  const isShown = revealed.includes(name);
  const toggle = (
    <Button
      className="icon-button"
      // Keeps the cursor in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setRevealed(isShown ? revealed.filter((other) => other !== name) : [...revealed, name])}
    >
      <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
      <span className="unseen">
        {isShown ? 'Hide' : 'Show'} {label.toLowerCase()}
      </span>
    </Button>
  );
  return (
    <Field
      name={name}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...rest}
      verbatim
      required
      trailing={toggle}
    />
  );
}

/** Asks for the password again, because somebody else may use a session that was left open. */
export function ConfirmPassword({ name = 'password', label = 'Your password' }: Partial<PasswordProps>) {
  const email = useStore($session, { ssr: 'initial' })?.email ?? '';
  return (
    <>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name={name} label={label} />
    </>
  );
}

/** Fills the named fields with a password that the server generates, and reveals them. */
export function StrongPassword({ names }: { names: readonly string[] }) {
  const { change, fail, setRevealed } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  /** How many were made a moment ago. */
  const [made, setMade] = useState(0);
  const generate = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const result = await callApi<string>('GET', '/user/generate-strong-password/', { anonymous: true });
    setBusy(false);
    if (result.kind === 'ok') {
      change(Object.fromEntries(names.map((name) => [name, result.data])));
      setRevealed(names);
      setMade((count) => count + 1);
      setTimeout(() => setMade((count) => count - 1), strongPasswordToastMs);
    } else fail(result);
  };
  return (
    <>
      <TextButton aria-busy={isBusy} onClick={() => void generate()}>
        Generate strong password?
      </TextButton>
      <p className="toast" role="status">
        {made > 0 && 'Strong Password Generated'}
      </p>
    </>
  );
}
