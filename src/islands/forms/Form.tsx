import { type FocusEvent, type ReactNode } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { FormContext } from './form-context.ts';
import { SubmitButton } from './SubmitButton.tsx';
import type { FormState } from './use-form.ts';

interface Props {
  form: FormState;
  /** On the submit button. */
  action: string;
  /** On the submit button while the answer is on its way. */
  busy: string;
  children: ReactNode;
  /** What it does cannot be undone. */
  danger?: boolean;
  /** Below the submit button. */
  after?: ReactNode;
}

export function Form({ form, action, busy, danger = false, children, after }: Props) {
  const leave = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
    // Pressing a button judges for itself; a sentence that appeared just then could move the button away.
    if (relatedTarget instanceof Element && relatedTarget.closest('a, button')) return;
    if (target instanceof HTMLInputElement) form.onLeave(target);
  };
  return (
    <FormContext value={form}>
      {/* Without the script nothing is sent; the method keeps a password out of the address in any case. */}
      <form
        ref={form.ref}
        className={danger ? 'form danger' : 'form'}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.onSubmit(event.currentTarget);
        }}
        onInput={({ target }) => form.onInput(target)}
        onBlur={leave}
        onAnimationStart={form.onAutofill}
      >
        {children}
        <Alert content={form.alert} />
        <SubmitButton
          disabled={form.isDisabled}
          busy={form.status === 'sending'}
          done={form.status === 'done'}
        >
          {form.status === 'sending' ? busy : action}
        </SubmitButton>
        {after}
      </form>
    </FormContext>
  );
}
