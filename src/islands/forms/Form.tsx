import { type FocusEvent, type ReactNode } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { FormContext } from './form-context.ts';
import { isField } from './form-values.ts';
import { KeptNote } from './KeptNote.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import type { FormState } from './use-form.ts';

interface FrameProps {
  form: FormState;
  className: string;
  children: ReactNode;
  /** Replaces `form.submit`. */
  onSubmit?: () => void;
}

/** The form element and its context, for forms with a layout of their own. */
export function FormFrame({ form, className, children, onSubmit = form.submit }: FrameProps) {
  const leave = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
    // A press of a button checks everything. A message that appeared before it could move the button away.
    if (relatedTarget instanceof Element && relatedTarget.closest('a, button')) return;
    if (isField(target) && target.value !== '') form.onLeave(target.name);
  };
  return (
    <FormContext value={form}>
      {/* If the form is submitted before its script runs, POST keeps a password out of the address. */}
      <form
        ref={form.ref}
        className={className}
        method="post"
        noValidate
        inert={form.isInert}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onInput={({ target }) => form.onInput(target)}
        onBlur={leave}
        onAnimationStart={form.onAutofill}
      >
        {children}
      </form>
    </FormContext>
  );
}

interface Props {
  form: FormState;
  /** Text of the submit button. */
  action: string;
  /** Text of the submit button while the request runs. */
  busy: string;
  children: ReactNode;
  /** The form deletes something; its button is red. */
  danger?: boolean;
  /** Below the submit button. */
  after?: ReactNode;
}

export function Form({ form, action, busy, danger = false, children, after }: Props) {
  const isSending = form.status === 'sending';
  return (
    <FormFrame form={form} className={danger ? 'form danger' : 'form'}>
      {form.kept && <KeptNote kept={form.kept} />}
      {children}
      <Alert content={form.alert} id={`${form.prefix}form-alert`} />
      {form.progress !== null && <UploadProgress part={form.progress} />}
      <SubmitButton disabled={form.isDisabled} busy={isSending} done={form.status === 'done'}>
        {isSending ? busy : action}
      </SubmitButton>
      {after}
    </FormFrame>
  );
}
