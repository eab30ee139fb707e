import type { ComponentProps } from 'react';

export interface TextFieldProps extends Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'inputMode'
  | 'placeholder'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'required'
  | 'disabled'
  | 'onBlur'
> {
  name: string;
  label: string;
  value: string;
  onValue: (value: string) => void;
  error?: string | undefined;
  hint?: string;
  /** Shows how many of so many characters are used. */
  max?: number;
  /** More than one line. */
  rows?: number;
}

/** A field whose value lies in React's state; `Field` is the one whose value lies in the page. */
export function TextField({
  name,
  label,
  value,
  onValue,
  error,
  hint,
  max,
  rows,
  type,
  inputMode,
  ...rest
}: TextFieldProps) {
  const noteId = `${name}-note`;
  const countId = `${name}-count`;
  const count = Array.from(value).length;
  const shared = {
    ...rest,
    id: name,
    name,
    value,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': max === undefined ? noteId : `${noteId} ${countId}`,
  };
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="field-box">
        {rows === undefined ? (
          <input
            {...shared}
            type={type}
            inputMode={inputMode}
            onChange={({ target }) => onValue(target.value)}
          />
        ) : (
          <textarea
            {...shared}
            rows={rows}
            onBlur={undefined}
            onChange={({ target }) => onValue(target.value)}
          />
        )}
      </div>
      <div className="field-notes">
        <p className="field-note" id={noteId} aria-live="polite">
          {error ?? hint}
        </p>
        {max !== undefined && (
          <p className={count > max ? 'field-count over' : 'field-count'} id={countId}>
            Character: {count} / {max}
          </p>
        )}
      </div>
    </div>
  );
}
