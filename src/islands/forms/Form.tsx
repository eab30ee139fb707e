// The engine of all forms: values and their drafts, validation, sending once, progress, and the message about the
// answer.
import { useStore } from '@nanostores/react';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import type { ApiFailure, ApiResult } from '../../lib/client/api/api.ts';
import { formKey, readDraft, sweepDrafts, writeDraft } from '../../lib/client/drafts/form-drafts.ts';
import { onRestored } from '../../lib/client/page/page.ts';
import { $session, isLeft } from '../../lib/client/session/session.ts';
import { redirectDelayMs } from '../../lib/shared/schemas/limits.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { TextButton } from '../ui/Button.tsx';
import { Alert, LoginLink, thisPage, type AlertContent } from '../ui/Alert.tsx';
import { serverFirst, showFailure, type ErrorTexts } from './api-error.ts';

/** A list is an array; the API takes its values joined by commas. */
export type Value = string | boolean | readonly string[];
export type Values = Record<string, Value>;

/** Values as the API takes them: lists are joined by commas. */
export function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** A field of picked pictures: its value are their addresses within the page, and they themselves are kept apart. */
export interface PictureField {
  name: string;
  read: (draft: string) => Promise<readonly string[]>;
  write: (draft: string, picked: readonly string[]) => Promise<unknown>;
}

/** Holds the values of a form. The wizard has its own. */
export interface ValueStore<V extends Values = Values> {
  values: V;
  /** The values that differ from the saved ones. */
  changed: Partial<V>;
  change(changes: Partial<V>): void;
  /** Call it when `sent` was saved. Later changes stay. @param saved the values as the server saved them */
  settle(sent: Partial<V>, saved?: Partial<V>): void;
  /** Whether unsaved values that the form shows were typed before this page was opened. */
  resumed?: { isFromBefore: boolean; discard: () => void };
}

const noPictures: readonly string[] = [];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An unsaved change of a list must not undo what was changed in it elsewhere meanwhile. */
const keptOf = (value: Value | undefined, saved: Value | undefined): unknown =>
  Array.isArray(value) ? { from: saved, to: value } : value;

/** @returns undefined for a value of another kind, as an earlier version of the page may have kept it */
function resumedOf(kept: unknown, saved: Value | undefined): Value | undefined {
  if (!Array.isArray(saved)) return typeof kept === typeof saved ? (kept as Value) : undefined;
  const { from, to } = (kept ?? {}) as { from?: unknown; to?: unknown };
  if (!Array.isArray(from) || !Array.isArray(to)) return undefined;
  if (isSame(from, saved)) return to as string[];
  const added = (to as string[]).filter((one) => !from.includes(one) && !saved.includes(one));
  return [...(saved as string[]).filter((one) => !from.includes(one) || to.includes(one)), ...added];
}

/** @returns the values that differ from those in `other` */
function difference<V extends Values>(values: Partial<V>, other: Partial<V>): Partial<V> {
  const entries = Object.entries(values).filter(([name, value]) => !isSame(value, other[name]));
  return Object.fromEntries(entries) as Partial<V>;
}

/**
 * The values of a form: the saved ones, overlaid by the unsaved changes, which this browser keeps, so that the end of a
 * login, a reload or a crash loses none.
 * @param form name of the form, with the id of the record that it changes; without one nothing is kept
 * @param initial the saved values
 */
export function useDraft<V extends Values>(
  form: string | undefined,
  initial: V,
  pictures?: PictureField,
): ValueStore<V> {
  const owner = useStore($session, { ssr: 'initial' })?.user_id ?? '';
  const [{ saved, changed }, set] = useState<{ saved: V; changed: Partial<V> }>({
    saved: initial,
    changed: {},
  });
  /** Whose kept values were read, and whether there were any. Nothing is stored before. */
  const [read, setRead] = useState({ owner: '', isAny: false });
  /** Pictures that could not be read are not written over. */
  const storedPictures = useRef(noPictures);

  const load = useEffectEvent(async (leaving: AbortSignal) => {
    if (owner === '' || form === undefined) return;
    sweepDrafts();
    const key = formKey(owner, form);
    const picked = pictures && { [pictures.name]: (storedPictures.current = await pictures.read(key)) };
    if (leaving.aborted) return;
    const kept = Object.entries(readDraft(key)?.values ?? {})
      .map(([name, value]) => [name, resumedOf(value, saved[name])] as const)
      .filter(([, value]) => value !== undefined);
    // The addresses of pictures are those of an earlier page.
    const values = { ...Object.fromEntries(kept), ...picked } as Partial<V>;
    setRead({ owner, isAny: kept.length > 0 });
    // What was typed meanwhile is newer.
    set((now) => ({ ...now, changed: difference({ ...values, ...now.changed }, now.saved) }));
  });
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal);
    return () => leaving.abort();
  }, [form, owner]);
  const write = (account: string): void => {
    if (form === undefined || account === '' || account !== read.owner) return;
    const key = formKey(account, form);
    const values = Object.entries<Value | undefined>(changed).map(
      ([name, value]) => [name, keptOf(value, saved[name])] as const,
    );
    writeDraft(key, { owner: account, values: Object.fromEntries(values) });
    if (!pictures) return;
    const picked = (changed[pictures.name] ?? noPictures) as readonly string[];
    if (picked === storedPictures.current || picked.length + storedPictures.current.length === 0) return;
    storedPictures.current = picked;
    void pictures.write(key, picked);
  };
  const store = useEffectEvent(write);
  // At once: a page that is left right after the answer would keep what was saved already.
  useLayoutEffect(() => store(owner), [changed, saved, read]);
  useEffect(
    () =>
      $session.listen((visitor, before) => {
        // A logout in another tab has removed the draft, but not what is typed on this page.
        if (!before || visitor || isLeft(before.sid)) return;
        storedPictures.current = noPictures;
        store(before.user_id);
      }),
    [],
  );

  return {
    values: { ...saved, ...changed },
    changed,
    change: (changes) =>
      set((now) => ({ ...now, changed: difference({ ...now.changed, ...changes }, now.saved) })),
    settle: (sent, now = sent) =>
      set((before) => {
        const base = { ...before.saved, ...now };
        const left = difference(before.changed, sent);
        // Of the pictures those stay that were picked meanwhile.
        const isSent = new Set(pictures && (sent[pictures.name] as readonly string[]));
        if (pictures && left[pictures.name])
          Object.assign(left, {
            [pictures.name]: (left[pictures.name] as readonly string[]).filter((url) => !isSent.has(url)),
          });
        return { saved: base, changed: difference(left, base) };
      }),
    resumed: {
      isFromBefore: read.isAny && Object.keys(changed).length > 0,
      discard: () => set({ saved, changed: {} }),
    },
  };
}

export type FieldErrors = Record<string, string>;

export interface Done<V = Values> extends Partial<Omit<AlertContent, 'kind'>> {
  kind?: AlertContent['kind'];
  to?: string;
  /** The values as the server saved them; by default the sent ones. */
  saved?: Partial<V>;
}

interface Sending<V> {
  /** The values that differ from the saved ones: others may have been changed elsewhere. */
  changed: Partial<V>;
  onProgress: (part: number) => void;
}

interface Options<V extends Values, Data> {
  /** The values at first, which are the saved ones where a record is changed. */
  initial?: V;
  /** The name under which this browser keeps unsaved changes, with the id of the record. */
  draft?: string;
  pictures?: PictureField;
  /** Holds the values instead. */
  store?: ValueStore<V>;
  /** Finds mistakes, by field, before it is sent. The server's sentences are shown in the same places. */
  check?: (values: V, changed: Partial<V>) => FieldErrors;
  send: (values: V, sending: Sending<V>) => Promise<ApiResult<Data>>;
  /** The message for each status of a failure; by default the server's own sentence. */
  texts?: ErrorTexts;
  done: (data: Data, values: V) => Done<V> | undefined;
  /** Whether the submit button is enabled; by default always, or with a draft once it has changes. */
  ready?: (values: V, changed: Partial<V>) => boolean;
  /** A second sentence about a failure, or about mistakes in these fields. */
  explain?: (fields: FieldErrors, failure?: ApiFailure) => ReactNode;
  /** Values that only the browser knows, such as those of the page before. @param typed what the fields hold */
  prefill?: (typed: V) => Partial<V>;
  /** Begins the ids of the fields, where a page has several forms. */
  prefix?: string;
}

export type FormState<V extends Values = Values> = ReturnType<typeof useForm<V>>;

/** Within :is() browsers pass over what they do not know. */
const autofilled = ':is(:autofill, :-webkit-autofill)';

/** State and handlers of one form, which is checked on leaving a field and on submit. */
export function useForm<V extends Values = Values, Data = unknown>(options: Options<V, Data>) {
  const { texts = serverFirst, prefix = '' } = options;
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const own = useDraft(options.draft, options.initial ?? ({} as V), options.pictures);
  const { store = own } = options;
  const { changed, values } = store;
  /** They can change between two renderings, while files are being prepared. */
  const newest = useRef(values);
  useLayoutEffect(() => {
    newest.current = values;
  });
  /** Ends when the picked files are ready to be sent. */
  const preparing = useRef<Promise<unknown>>(Promise.resolve());
  const isDraft = store !== own || options.draft !== undefined;
  /** Whether a password manager has filled it in; null before the script of the form has begun. */
  const [isFilledIn, setFilledIn] = useState<boolean | null>(null);
  const [status, setStatus] = useState<'idle' | 'sending' | 'done'>('idle');
  /** Part of the files that was sent, from 0 to 1; null while no request runs. */
  const [progress, setProgress] = useState<number | null>(null);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Names of the password fields that show what is typed. */
  const [revealed, setRevealed] = useState<readonly string[]>([]);

  const begin = (): void => {
    const form = ref.current;
    // Scripts cannot read such values until the person touches the page.
    setFilledIn(form !== null && form.querySelector(autofilled) !== null);
    if (!form) return;
    // What was typed before the script ran.
    const typed = typedIn(form, values);
    store.change({ ...typed, ...options.prefill?.({ ...values, ...typed }) });
    // The script in the head has held back a press of Enter (lib/client/head/forms.ts).
    if (form.dataset['early'] !== undefined) setTimeout(() => form.requestSubmit());
  };
  const beginOnce = useEffectEvent(begin);
  // Before React draws the form anew, which would remove what was typed.
  useLayoutEffect(() => beginOnce(), []);
  useEffect(
    () =>
      // Going back can restore the page in the state after sending.
      onRestored(() => {
        running.current = false;
        setStatus('idle');
        setAlert(null);
      }),
    [],
  );

  const errorsIn = (all: V): FieldErrors => options.check?.(all, changed) ?? {};
  const isChanged = Object.keys(changed).length > 0;
  const isReady = options.ready
    ? options.ready(values, changed) || isFilledIn === true
    : !isDraft || isChanged;

  /** Shows errors beside their fields, until those change, and focuses the first one. */
  const showErrors = (shown: FieldErrors): void => {
    flushSync(() => setErrors(shown));
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  /** One that is on another page of the form is said above. @returns its sentence */
  const elsewhere = (found: FieldErrors): string | undefined =>
    Object.entries(found).find(([name]) => !ref.current?.querySelector(`[name="${name}"]`))?.[1];

  const fail = (failure: ApiFailure): void => {
    const fields = failure.kind === 'error' ? failure.fields : {};
    const isBeside = Object.keys(fields).length > 0 && elsewhere(fields) === undefined;
    const { message, detail } = showFailure(failure, texts);
    const isLoginOver = failure.kind === 'error' && failure.status === 401;
    const offersLogin = isLoginOver && (isDraft || texts[401] === siteMessages.errors.login);
    const offer = offersLogin ? <LoginLink from={thisPage()} /> : !isBeside && detail;
    // One message for one mistake: beside its field, unless the specification has a sentence for the status.
    if (isBeside && texts.serverFirst === true) setAlert(null);
    else setAlert({ kind: 'error', message, detail: options.explain?.(fields, failure) ?? offer });
    showErrors(fields);
  };

  const submit = async (): Promise<void> => {
    if (running.current || !isReady) return;
    setAlert(null);
    running.current = true;
    // Where it fails the page reports it.
    await preparing.current.catch(() => undefined);
    running.current = false;
    // Browsers can fill fields in without an event.
    const typed = ref.current ? typedIn(ref.current, values) : {};
    if (Object.keys(typed).length > 0) store.change(typed);
    const all = { ...newest.current, ...typed };
    const mistakes = errorsIn(all);
    if (Object.keys(mistakes).length > 0) {
      const message = elsewhere(mistakes);
      if (message !== undefined) setAlert({ kind: 'error', message, detail: options.explain?.(mistakes) });
      showErrors(mistakes);
      return;
    }
    setErrors({});
    running.current = true;
    // Password managers offer to save password fields only, not revealed ones.
    setRevealed([]);
    setStatus('sending');
    let result: ApiResult<Data>;
    try {
      result = await options.send(all, { changed, onProgress: setProgress });
    } catch (error) {
      // A fault of the page itself is reported, and the form can be sent again.
      setAlert({ kind: 'error', message: siteMessages.errors.server });
      throw error;
    } finally {
      running.current = false;
      setStatus('idle');
      setProgress(null);
    }
    if (result.kind !== 'ok') {
      fail(result);
      return;
    }
    const { saved, ...done } = options.done(result.data, all) ?? {};
    store.settle(all, saved);
    finish(done);
  };

  const finish = ({ to, kind = 'success', message, ...more }: Omit<Done, 'saved'>): void => {
    setAlert(message === undefined ? null : { kind, message, ...more });
    if (to === undefined) return;
    // Nothing more is sent while the next page opens.
    running.current = true;
    setStatus('done');
    setTimeout(() => location.assign(to), redirectDelayMs);
  };

  /** Removes the messages about fields that are being changed. */
  const touch = (...names: string[]): void => {
    setAlert(null);
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))));
  };
  return {
    ref,
    prefix,
    values,
    newest,
    resumed: store.resumed,
    errors,
    alert,
    setAlert,
    fail,
    showErrors,
    change(changes: Partial<V>): void {
      touch(...Object.keys(changes));
      newest.current = { ...newest.current, ...changes };
      store.change(changes);
    },
    /** Sends nothing before this work has ended. */
    waitFor(work: Promise<void>): void {
      preparing.current = Promise.all([preparing.current, work]);
    },
    touch,
    status,
    progress,
    revealed,
    setRevealed,
    // Before the script runs a press is held back, not refused.
    isDisabled: isFilledIn !== null && status === 'idle' && !isReady,
    submit,
    /** Says what was done in another way than by sending the form. */
    finish,
    onLeave(name: string): void {
      const { [name]: found } = errorsIn(values);
      if (found !== undefined) setErrors({ ...errors, [name]: found });
    },
    onAutofill: begin,
  };
}

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether the text of an element is its value. */
export function isField(element: unknown): element is FieldElement {
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'file', 'hidden'].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

/** @returns what the fields of the page hold, where the form does not know it */
function typedIn<V extends Values>(form: HTMLFormElement, known: V): Partial<V> {
  const fields = [...form.elements].filter(isField);
  const typed = fields.filter(({ name, value }) => name && value !== (known[name] ?? ''));
  return Object.fromEntries(typed.map(({ name, value }) => [name, value])) as Partial<V>;
}

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
  const leave = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
    // A press of a button checks everything. A message that appeared before it could move the button away.
    if (relatedTarget instanceof Element && relatedTarget.closest('a, button')) return;
    if (isField(target) && target.value !== '') form.onLeave(target.name);
  };
  const isSending = form.status === 'sending';
  const button = (
    // The attribute `disabled` would lose the focus. The form ignores presses instead.
    <button
      className="button"
      type="submit"
      aria-busy={isSending}
      aria-disabled={form.isDisabled || isSending}
    >
      {isSending && <span className="spinner" />}
      {isSending ? busy : action}
    </button>
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
          void form.submit();
        }}
        onBlur={leave}
        // Others are those of a spinner.
        onAnimationStart={({ animationName }) => animationName === 'autofilled' && form.onAutofill()}
      >
        <div className="kept-note" role="status">
          {form.resumed?.isFromBefore && (
            <>
              <p>Your unsaved changes have been restored.</p>
              <TextButton onClick={form.resumed.discard}>Discard changes</TextButton>
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
