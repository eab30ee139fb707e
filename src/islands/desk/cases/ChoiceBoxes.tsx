import { useFormContext } from '../../forms/Form.tsx';
import { listed, toggled } from './decision-values.ts';

interface Props {
  /** The field of the form's store that holds the chosen values, parted by spaces. */
  name: string;
  /** The name of the field in refusals of the API, if it is another one. */
  refusedAs?: string;
  label: string;
  options: readonly (readonly [string, string])[];
}

/** Several choices of one field. */
export function ChoiceBoxes({ name, refusedAs = name, label, options }: Props) {
  const { errors, store } = useFormContext();
  const value = store.values[name];
  const chosen = typeof value === 'string' ? value : '';
  const error = errors[refusedAs];
  return (
    <fieldset className="desk-choices" aria-describedby={`${name}-note`}>
      <legend>{label}</legend>
      {options.map(([key, text]) => (
        <label key={key} className="desk-choice">
          <input
            type="checkbox"
            name={name}
            value={key}
            checked={listed(chosen).includes(key)}
            aria-invalid={error === undefined ? undefined : true}
            onChange={({ target }) => store.change({ [name]: toggled(chosen, key, target.checked) })}
          />
          {text}
        </label>
      ))}
      <p className="field-note" id={`${name}-note`} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
