import { Field, type FieldProps } from '../forms/Field.tsx';

interface Props extends Pick<FieldProps, 'hint' | 'locked' | 'onInput' | 'prefill' | 'required'> {
  /** 'username' for a form with a password, so that password managers store both together. */
  autoComplete: 'email' | 'username';
}

export function EmailField(props: Props) {
  return (
    <Field
      required
      {...props}
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
