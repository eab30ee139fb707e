// The engine of all forms: validation, sending once, progress, and the message about the answer.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ApiFailure, ApiResult } from '../../lib/client/api/api.ts';
import { redirectDelayMs } from '../../lib/shared/schemas/limits.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { LoginLink, thisPage, type AlertContent } from '../ui/Alert.tsx';
import { serverFirst, showFailure, type ErrorTexts } from './api-error.ts';
import type { Values, ValueStore } from './use-draft.ts';

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
  /** The values at first, which are on the screen alone. */
  initial?: V;
  /** Holds the values instead, and what this browser keeps of them: `useDraft`, for one. */
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

/** The values of a form of which this browser keeps nothing. */
function useValues<V extends Values>(initial: V): ValueStore<V> {
  const [values, set] = useState(initial);
  const change = (changes: Partial<V>): void => set((now) => ({ ...now, ...changes }));
  return { values, changed: values, change, settle: (_, saved) => change(saved ?? {}) };
}

export type FormState<V extends Values = Values> = ReturnType<typeof useForm<V>>;

/** Within :is() browsers pass over what they do not know. */
const autofilled = ':is(:autofill, :-webkit-autofill)';

/** State and handlers of one form, which is checked on leaving a field and on submit. */
export function useForm<V extends Values = Values, Data = unknown>(options: Options<V, Data>) {
  const { texts = serverFirst, prefix = '' } = options;
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const own = useValues(options.initial ?? ({} as V));
  const { store = own } = options;
  const { changed, values } = store;
  const isDraft = store !== own;
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
  useEffect(() => {
    // Going back can restore the page in the state after sending.
    const resume = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      running.current = false;
      setStatus('idle');
      setAlert(null);
    };
    addEventListener('pageshow', resume);
    return () => removeEventListener('pageshow', resume);
  }, []);

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
    const fields = failure.kind === 'refused' ? failure.fields : {};
    const isBeside = Object.keys(fields).length > 0 && elsewhere(fields) === undefined;
    const { message, detail } = showFailure(failure, texts);
    const isLoginOver = failure.kind === 'refused' && failure.status === 401;
    const offersLogin = isLoginOver && (isDraft || texts[401] === siteMessages.errors.login);
    const offer = offersLogin ? <LoginLink from={thisPage()} /> : !isBeside && detail;
    // One message for one mistake: beside its field, unless the specification has a sentence for the status.
    if (isBeside && texts.serverFirst === true) setAlert(null);
    else setAlert({ kind: 'error', message, detail: options.explain?.(fields, failure) ?? offer });
    showErrors(fields);
  };

  const submit = async (): Promise<void> => {
    if (running.current || (isDraft && !isReady)) return;
    setAlert(null);
    // Browsers can fill fields in without an event.
    const typed = ref.current ? typedIn(ref.current, values) : {};
    if (Object.keys(typed).length > 0) store.change(typed);
    const all = { ...values, ...typed };
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
    const { to, saved, kind = 'success', message, ...more } = options.done(result.data, all) ?? {};
    store.settle(all, saved);
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
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name))));
  };
  return {
    ref,
    prefix,
    values,
    resumed: store.resumed,
    errors,
    alert,
    setAlert,
    showErrors,
    change(changes: Partial<V>): void {
      touch(...Object.keys(changes));
      store.change(changes);
    },
    touch,
    status,
    progress,
    revealed,
    setRevealed,
    // Before the script runs a press is held back, not refused.
    isDisabled: isFilledIn !== null && status === 'idle' && !isReady,
    submit: (): void => void submit(),
    onLeave(name: string): void {
      const { [name]: found } = errorsIn(values);
      if (found !== undefined) setErrors({ ...errors, [name]: found });
    },
    onAutofill: begin,
  };
}

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field whose text is its value. Others, such as a phone number, say what they hold themselves (`data-own`). */
export function isField(element: unknown): element is FieldElement {
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'file', 'hidden'].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

/** @returns what the fields of the page hold, where the form does not know it */
function typedIn<V extends Values>(form: HTMLFormElement, known: V): Partial<V> {
  const fields = [...form.elements].filter(isField);
  const typed = fields.filter(
    ({ dataset, name, value }) => name && dataset['own'] === undefined && value !== (known[name] ?? ''),
  );
  return Object.fromEntries(typed.map(({ name, value }) => [name, value])) as Partial<V>;
}
