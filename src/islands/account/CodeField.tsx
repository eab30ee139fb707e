import { useEffect } from 'react';
import { takeCodeOfLink } from '../../lib/client/session/code-of-link.ts';
import { Field } from '../forms/Field.tsx';
import { useFormContext } from '../forms/form-context.ts';
import { fill } from '../forms/form-values.ts';

interface Props {
  label: string;
  /** Fills in the code from the link of a mail. */
  fromLink?: boolean;
}

export function CodeField({ label, fromLink = false }: Props) {
  const { ref } = useFormContext();
  useEffect(() => {
    if (!fromLink) return;
    const enter = (): void => {
      const code = takeCodeOfLink();
      if (code !== '' && ref.current) fill(ref.current, 'code', code);
    };
    enter();
    // A link to the open page does not load it again.
    addEventListener('hashchange', enter);
    return () => removeEventListener('hashchange', enter);
  }, [fromLink, ref]);
  return (
    <div className="code-field">
      <Field
        name="code"
        label={label}
        autoComplete="one-time-code"
        inputMode="text"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        required
      />
    </div>
  );
}
