import { Field } from '../ui/Field.tsx';

export function CodeField({ label }: { label: string }) {
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
