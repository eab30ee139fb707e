import { createContext, useContext, useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { Alert } from '../ui/Alert.tsx';
import type { Values } from './use-draft.ts';
import { isField, type FormState } from './use-form.tsx';

const FormContext = createContext<FormState | null>(null);

export function useFormContext(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('This field is outside of a form.');
  return form;
}

interface Props<V extends Values> {
  form: FormState<V>;
  action: ReactNode;
  busy: string;
  children: ReactNode;
  /** The form deletes something; its button is red. */
  danger?: boolean;
  className?: string;
  back?: ReactNode;
  after?: ReactNode;
}

export function Form<V extends Values>(props: Props<V>) {
  const { form, action, busy, children, danger = false, className = 'form', back, after } = props;
  const { isDisabled, status } = form;
  const leave = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
    // A press of a button checks everything. A message that appeared before it could move the button away.
    if (relatedTarget instanceof Element && relatedTarget.closest('a, button')) return;
    if (isField(target) && target.value !== '') form.onLeave(target.name);
  };
  const button = (
    <SubmitButton isDisabled={isDisabled} status={status}>
      {status === 'sending' ? busy : action}
    </SubmitButton>
  );
  return (
    <FormContext value={form}>
      {/* Without its script POST would keep a password out of the address. */}
      <form
        ref={form.ref}
        className={danger ? `${className} danger` : className}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
        onBlur={leave}
        // Others are those of a spinner.
        onAnimationStart={({ animationName }) => animationName === 'autofilled' && form.onAutofill()}
      >
        <div className="kept-note" role="status">
          {form.resumed?.isFromBefore && (
            <>
              <p>{siteMessages.drafts.restored}</p>
              <button className="text-button" type="button" onClick={form.resumed.discard}>
                {siteMessages.drafts.discard}
              </button>
            </>
          )}
        </div>
        {children}
        <Alert content={form.alert} />
        {form.progress !== null && <UploadProgress percent={Math.floor(form.progress * 100)} />}
        {back ? (
          <div className="form-keys">
            {back}
            {button}
          </div>
        ) : (
          button
        )}
        {after}
      </form>
    </FormContext>
  );
}

/** What else somebody may look for who meets this form. */
export const Foot = ({ says, href, link }: { says: string; href: string; link: string }) => (
  <p className="form-foot">
    {says} <a href={href}>{link}</a>
  </p>
);

/** Shows how much of the files was sent. After that the server prepares them. */
const UploadProgress = ({ percent }: { percent: number }) => (
  <div className="soft small">
    <progress value={percent} max={100} aria-label="Upload" />
    <p>{percent < 100 ? `${percent} % uploaded` : 'Uploaded. Your images are being prepared...'}</p>
  </div>
);

interface SubmitProps extends Pick<FormState, 'isDisabled' | 'status'> {
  children: ReactNode;
}

/** While it is busy it is not disabled, because it would lose the focus; the form ignores its presses instead. */
function SubmitButton({ isDisabled, status, children }: SubmitProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    // A form that was sent and is empty again: a disabled button would lose the focus to nothing.
    if (isDisabled && current !== null && document.activeElement === current)
      current.form?.querySelector<HTMLElement>('.form-alerts')?.focus();
  }, [isDisabled]);
  return (
    <button
      ref={button}
      className="button"
      type="submit"
      disabled={isDisabled}
      aria-busy={status === 'sending'}
      aria-disabled={status !== 'idle'}
    >
      {status === 'sending' && <span className="spinner" />}
      {children}
    </button>
  );
}
