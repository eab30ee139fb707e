import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  disabled: boolean;
  /** The request is running. */
  busy: boolean;
  /** The form was accepted, and the next page is about to open. */
  done: boolean;
  children: ReactNode;
}

/** While it is busy it is not disabled, because it would lose the focus; the form ignores its presses instead. */
export function SubmitButton({ disabled, busy, done, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    // A form that was sent and is empty again: a disabled button would lose the focus to nothing.
    if (disabled && current !== null && document.activeElement === current)
      current.form?.querySelector<HTMLElement>('.form-alerts')?.focus();
  }, [disabled]);
  return (
    <button
      ref={button}
      className="button"
      type="submit"
      disabled={disabled}
      aria-busy={busy}
      aria-disabled={busy || done}
    >
      {busy && <span className="spinner" />}
      {children}
    </button>
  );
}
