// Fields of choices. They are apart from the others, because the login has none.
import type { ComponentProps } from 'react';
import { FieldFrame, useField } from './Field.tsx';

interface MenuProps extends Omit<ComponentProps<'select'>, 'onChange'> {
  options: Record<string, string>;
  onChange?: (value: string) => void;
  /** The first option, which stands for ''. */
  none?: string | undefined;
  /** The same, where it cannot be chosen. */
  placeholder?: string | undefined;
}

export const Select = ({ options, onChange, placeholder, none = placeholder, ...select }: MenuProps) => (
  <select {...select} onChange={({ target }) => onChange?.(target.value)}>
    {none !== undefined && (
      <option value="" disabled={placeholder !== undefined}>
        {none}
      </option>
    )}
    {Object.entries(options).map(([value, text]) => (
      <option key={value} value={value}>
        {text}
      </option>
    ))}
  </select>
);

interface ChoiceProps {
  name: string;
  label: string;
  options: Record<string, string>;
  hint?: string | undefined;
  error?: string | undefined;
}

export function SelectField(props: ChoiceProps & Pick<MenuProps, 'none' | 'placeholder'>) {
  const { name, label, hint, error, ...menu } = props;
  const { id, value, change, note, aria } = useField<string>(name, { error, hint, empty: '' });
  return (
    <FieldFrame id={id} label={label} note={note}>
      <Select id={id} name={name} {...aria} value={value} onChange={change} {...menu} />
    </FieldFrame>
  );
}

/** Several choices. With a maximum it says how many are chosen. */
export function ListField(props: ChoiceProps & { max?: number }) {
  const { name, label, options, hint, error, max = Infinity } = props;
  const { id, value, change, note, aria } = useField<readonly string[]>(name, { error, hint, empty: [] });
  const isFull = value.length >= max;
  const isCounted = max < Infinity;
  // In the order of the options, except where they are counted.
  const toggle = (key: string, isOn: boolean): void => {
    const others = value.filter((other) => other !== key);
    const next = isOn ? [...others, key] : others;
    change(isCounted ? next : Object.keys(options).filter((other) => next.includes(other)));
  };
  return (
    <fieldset className={isCounted ? undefined : 'field'} id={id} aria-describedby={aria['aria-describedby']}>
      <legend className={isCounted ? 'unseen' : undefined}>{label}</legend>
      {isCounted && (
        <p className="categories-count" role="status">
          <span>
            {value.length} of {max}
          </span>
          {isFull && <span className="tag">Maximum</span>}
        </p>
      )}
      <ul className="cluster">
        {Object.entries(options).map(([key, text]) => (
          <li key={key}>
            <label className="category">
              <input
                type="checkbox"
                name={name}
                value={key}
                checked={value.includes(key)}
                disabled={isFull && !value.includes(key)}
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
