import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { alertId } from '../ui/Alert.tsx';
import { fill } from './form-values.ts';
import { useFormContext } from './form-context.ts';

export interface FieldProps extends Omit<
  ComponentProps<'input'>,
  'id' | 'ref' | 'value' | 'defaultValue' | 'readOnly' | 'className'
> {
  name: string;
  label: string;
  hint?: string;
  /** A value that is known from before; asked for in the browser alone. */
  prefill?: () => string;
  /** Whether what was prefilled stays as it is; asked with it. */
  locked?: () => boolean;
  /** Beside the input, inside its box. */
  trailing?: ReactNode;
}

export function Field({ name, label, hint, prefill, locked, trailing, ...input }: FieldProps) {
  const { alert, errors, ref: form } = useFormContext();
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

  const error = errors[name];
  // The same sentence is not said twice.
  const isInAlert = error !== undefined && error === alert?.message;
  const note = isInAlert ? undefined : (error ?? hint);
  const noteId = `${name}-note`;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          ref={ref}
          id={name}
          name={name}
          readOnly={isLocked}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={isInAlert ? alertId : note === undefined ? undefined : noteId}
        />
        {trailing}
      </div>
      <p className="field-note" id={noteId}>
        {note}
      </p>
    </div>
  );
}
