import { Field } from './Field.tsx';
import { useFormContext } from './form-context.ts';
import { Icon } from '../ui/Icon.tsx';

interface Props {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  placeholder?: string;
}

export function PasswordField({ name, label, ...rest }: Props) {
  const { revealed, setRevealed } = useFormContext();
  const isShown = revealed.includes(name);
  const toggle = (
    <button
      className="icon-button"
      type="button"
      // Keeps the cursor in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => setRevealed(isShown ? revealed.filter((other) => other !== name) : [...revealed, name])}
    >
      <Icon name={isShown ? 'eyeOff' : 'eye'} size={22} />
      <span className="unseen">
        {isShown ? 'Hide' : 'Show'} {label.toLowerCase()}
      </span>
    </button>
  );
  return (
    <Field
      name={name}
      label={label}
      type={isShown ? 'text' : 'password'}
      {...rest}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      trailing={toggle}
    />
  );
}
