import type { ReactNode } from 'react';

interface Props {
  disabled: boolean;
  /** The answer is on its way. */
  busy: boolean;
  /** Sent and taken; the next page is on its way. */
  done: boolean;
  children: ReactNode;
}

/** While it waits it is not disabled, which would throw the keyboard's focus away; the form just does not hear it. */
export function SubmitButton({ disabled, busy, done, children }: Props) {
  return (
    <button
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
