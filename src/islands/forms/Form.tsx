import { createContext, useContext, useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { Alert } from '../ui/Alert.tsx';
import type { Values } from './use-draft.ts';
import { isField, type FormState } from './use-form.tsx';

const FormContext = createContext<FormState | null>(null);

/** @returns the form around the field */
export function useFormContext(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('This field is outside of a form.');
  return form;
}

interface FrameProps<V extends Values> {
  form: FormState<V>;
  className: string;
  children: ReactNode;
  /** Replaces `form.submit`. */
  onSubmit?: () => void;
}

/** The form element and its context, for forms with a layout of their own. */
export function FormFrame<V extends Values>({
  form,
  className,
  children,
  onSubmit = form.submit,
}: FrameProps<V>) {
  const leave = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
    // A press of a button checks everything. A message that appeared before it could move the button away.
    if (relatedTarget instanceof Element && relatedTarget.closest('a, button')) return;
    if (isField(target) && target.value !== '') form.onLeave(target.name);
  };
  return (
    <FormContext value={form}>
      {/* Without its script POST would keep a password out of the address. */}
      <form
        ref={form.ref}
        className={className}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onBlur={leave}
        // Others are those of a spinner.
        onAnimationStart={({ animationName }) => animationName === 'autofilled' && form.onAutofill()}
      >
        {children}
      </form>
    </FormContext>
  );
}

interface Props<V extends Values> {
  form: FormState<V>;
  /** Text of the submit button. */
  action: ReactNode;
  /** Text of the submit button while the request runs. */
  busy: string;
  children: ReactNode;
  /** The form deletes something; its button is red. */
  danger?: boolean;
  /** Below the submit button. */
  after?: ReactNode;
}

export function Form<V extends Values>({ form, action, busy, danger = false, children, after }: Props<V>) {
  const isSending = form.status === 'sending';
  return (
    <FormFrame form={form} className={danger ? 'form danger' : 'form'}>
      <div className="kept-note" role="status">
        {form.resumed.isFromBefore && (
          <>
            <p>{siteMessages.drafts.restored}</p>
            <button className="text-button" type="button" onClick={form.resumed.discard}>
              {siteMessages.drafts.discard}
            </button>
          </>
        )}
      </div>
      {children}
      <Alert content={form.alert} id={`${form.prefix}form-alert`} />
      <UploadProgress part={form.progress} />
      <SubmitButton disabled={form.isDisabled} busy={isSending} done={form.status === 'done'}>
        {isSending ? busy : action}
      </SubmitButton>
      {after}
    </FormFrame>
  );
}

/** What else somebody may look for who meets this form. */
export const Foot = ({ says, href, link }: { says: string; href: string; link: string }) => (
  <p className="form-foot">
    {says} <a href={href}>{link}</a>
  </p>
);

/** Shows how much of the files was sent. After that the server prepares them. */
export function UploadProgress({ part }: { part: number | null }) {
  if (part === null) return null;
  const percent = Math.floor(part * 100);
  return (
    <div className="soft small">
      <progress value={percent} max={100} aria-label="Upload" />
      <p>{percent < 100 ? `${percent} % uploaded` : 'Uploaded. Your images are being prepared...'}</p>
    </div>
  );
}

interface ButtonProps {
  disabled: boolean;
  /** The request is running. */
  busy: boolean;
  /** The form was accepted, and the next page is about to open. */
  done?: boolean;
  children: ReactNode;
}

/** While it is busy it is not disabled, because it would lose the focus; the form ignores its presses instead. */
export function SubmitButton({ disabled, busy, done = false, children }: ButtonProps) {
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
