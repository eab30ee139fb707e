import { Field } from '../ui/Field.tsx';

interface Props {
  /** 'username' where it goes with a password, so that password managers keep the two together. */
  autoComplete: 'email' | 'username';
  prefill?: () => string;
  locked?: boolean;
}

export function EmailField(props: Props) {
  return (
    <Field
      {...props}
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
    />
  );
}
