import { useField } from './Field.tsx';

interface Props {
  name: string;
  label: string;
  /** [value, label] of each. */
  options: readonly (readonly [string, string])[];
  hint?: string;
  error?: string | undefined;
}

/** Several choices of a form that has a store; their values are joined by commas. */
export function ListField({ name, label, options, hint, error }: Props) {
  const { id, value = '', change, note, aria } = useField(name, { error, hint });
  const chosen = value.split(',');
  const toggle = (key: string, isOn: boolean): void =>
    change(
      options
        .map(([other]) => other)
        .filter((other) => (other === key ? isOn : chosen.includes(other)))
        .join(','),
    );
  return (
    <fieldset className="field" id={id} aria-describedby={aria['aria-describedby']}>
      <legend>{label}</legend>
      <ul className="cluster">
        {options.map(([key, text]) => (
          <li key={key}>
            <label className="category">
              <input
                type="checkbox"
                name={name}
                value={key}
                checked={chosen.includes(key)}
                aria-invalid={aria['aria-invalid']}
                onChange={({ target }) => toggle(key, target.checked)}
              />
              <span>{text}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="field-note" id={`${id}-note`} aria-live="polite">
        {note}
      </p>
    </fieldset>
  );
}
