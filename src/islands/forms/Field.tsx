import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { fill } from './form-values.ts';
import { useFormContext } from './form-context.ts';

/** @returns value, note and ARIA attributes of the field with this name in the form around it */
export function useField(
  name: string,
  { error: own, hint }: { error?: string | undefined; hint?: ReactNode },
) {
  const { errors, prefix, store } = useFormContext();
  const error = own ?? errors[name];
  const value = store?.values[name];
  return {
    /** undefined if the page holds the value, and no store. */
    value: typeof value === 'string' ? value : undefined,
    change: (text: string): void => store?.change({ [name]: text }),
    // Also where the alert says the same, because that may be off the screen.
    note: error ?? hint,
    /** Id of the field's element, and the beginning of the ids around it. */
    id: prefix + name,
    aria: {
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': `${prefix}${name}-note`,
    },
  };
}

interface FrameProps {
  /** Id of the field. */
  id: string;
  label: string;
  note: ReactNode;
  /** Shows how many characters are used. */
  count?: { used: number; max: number } | undefined;
  boxClass?: string;
  children: ReactNode;
}

/** A label, a box with the field, and its note. */
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

export interface FieldProps extends Omit<
  ComponentProps<'input'>,
  'id' | 'ref' | 'value' | 'defaultValue' | 'readOnly' | 'className' | 'max'
> {
  name: string;
  label: string;
  hint?: string;
  /** Replaces the error that the form knows. */
  error?: string | undefined;
  /** Shows how many characters of this maximum are used. Only for forms with a store. */
  max?: number;
  /** More than one line. */
  rows?: number;
  /** A value that is known already. Called in the browser only. */
  prefill?: () => string;
  /** Called together with `prefill`; true makes the prefilled value read-only. */
  locked?: () => boolean;
  /** Beside the input, inside its box. */
  trailing?: ReactNode;
}

/** A text field of a form. Its value is in the form's store, or else in the page. */
export function Field({
  name,
  label,
  hint,
  error,
  max,
  rows,
  prefill,
  locked,
  trailing,
  ...input
}: FieldProps) {
  const { ref: form } = useFormContext();
  const { id, value, change, note, aria } = useField(name, { error, hint });
  const [isLocked, setLocked] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const knownRef = useRef({ prefill, locked });
  useEffect(() => {
    const known = knownRef.current.prefill?.() ?? '';
    const locks = knownRef.current.locked?.() ?? false;
    if (!known || !form.current || (ref.current?.value && !locks)) return;
    fill(form.current, name, known);
    setLocked(locks);
  }, [form, name]);

  const count = max === undefined ? undefined : { used: Array.from(value ?? '').length, max };
  const describedBy = count ? `${aria['aria-describedby']} ${id}-count` : aria['aria-describedby'];
  const shared = {
    id,
    name,
    ...aria,
    'aria-describedby': describedBy,
    ...(value !== undefined && { value }),
  };
  return (
    <FieldFrame id={id} label={label} note={note} count={count}>
      {rows === undefined ? (
        <input
          {...input}
          {...shared}
          ref={ref}
          readOnly={isLocked}
          {...(value !== undefined && { onChange: ({ target }) => change(target.value) })}
        />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          required={input.required}
          placeholder={input.placeholder}
          autoComplete={input.autoComplete}
          onChange={({ target }) => change(target.value)}
        />
      )}
      {trailing}
    </FieldFrame>
  );
}

interface SelectProps {
  name: string;
  label: string;
  /** [value, label] of each. */
  options: readonly (readonly [string, string])[];
  hint?: string;
  /** The first option, which stands for '' and cannot be chosen. */
  placeholder?: string | undefined;
  /** The hint while '' is chosen. */
  hintOfNone?: string | undefined;
}

/** A choice of a form that has a store. */
export function SelectField({ name, label, options, hint, placeholder, hintOfNone }: SelectProps) {
  const { id, value, change, note, aria } = useField(name, { hint });
  return (
    <FieldFrame id={id} label={label} note={note ?? (value === '' ? hintOfNone : undefined)}>
      <select
        id={id}
        name={name}
        {...aria}
        value={value ?? ''}
        // The form draws itself anew after the event 'input', and would set the menu back before the event 'change'.
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onChange={({ target }) => change(target.value)}
      >
        {placeholder !== undefined && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
