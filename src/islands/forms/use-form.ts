// The engine of all forms: validation, sending once, progress, and the message about the answer.
import { createElement, useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { redirectDelayMs } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { z } from '../../lib/shared/zod.ts';
import type { AlertContent } from '../ui/Alert.tsx';
import { errorsOf, isAutofilled, namesOf, valuesOf, type FieldErrors, type Values } from './form-values.ts';
import { LoginLink, thisPage } from '../ui/LoginLink.tsx';
import { showFailure, type RefusalTexts } from './refusal.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { FlatValues, ValueStore } from './use-kept.ts';
import type { KeptPictures } from './use-kept-pictures.ts';

export interface Done extends Omit<AlertContent, 'kind'> {
  /** 'success' by default. */
  kind?: AlertContent['kind'];
  /** Address of the page that opens next. */
  to?: string;
  /** The values as the server saved them; by default the sent ones. */
  saved?: FlatValues;
}

interface Options<Schema extends z.ZodType, Data> {
  /** Checks the input; left out if nothing is typed. */
  schema?: Schema;
  /** Holds the values in the browser's storage (useKept, the draft). Without it they are in the page. */
  store?: ValueStore;
  /** Pictures that are picked in the form. */
  pictures?: KeptPictures;
  /** Input of the schema; by default the changed values of the store, or all values of the page. */
  input?: () => unknown;
  /** Errors that the schema does not find, by field. */
  check?: () => FieldErrors;
  /** An alert about mistakes, in addition to the messages beside the fields. */
  onMistakes?: (mistakes: FieldErrors) => AlertContent;
  /** An objection before sending: a question that a second press answers, or a mistake of no single field. */
  ask?: () => AlertContent | null;
  send: (values: z.output<Schema>, onProgress: (part: number) => void) => Promise<ApiResult<Data>>;
  /** The message for each status of a refusal. */
  texts: RefusalTexts;
  done: (data: Data, values: z.output<Schema>) => Done;
  /** Whether the submit button is enabled; by default always, or with a store once it has changes. */
  ready?: (values: Values) => boolean;
  /** Names of the fields; by default those in the page. */
  names?: readonly string[];
  /** A second sentence about a failure. */
  explain?: (failure: Exclude<ApiResult<never>, { kind: 'ok' }>) => ReactNode;
  /** Begins the ids of the fields, where a page has several forms. */
  prefix?: string;
  /** Empties the form after a success. */
  reset?: boolean;
}

export type FormState = ReturnType<typeof useForm>;

/** State and handlers of one form, which is checked on leaving a field and on submit. */
export function useForm<Schema extends z.ZodType = z.ZodType, Data = unknown>(
  options: Options<Schema, Data>,
) {
  const { schema, store, pictures, texts, names, ready, prefix = '' } = options;
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const isHydrated = useHydrated();
  const holdsState = store !== undefined || pictures !== undefined;
  const [inPage, setInPage] = useState<Values>({});
  const [isFilledIn, setFilledIn] = useState(false);
  const [status, setStatus] = useState<'idle' | 'sending' | 'done'>('idle');
  /** Part of the files that was sent, from 0 to 1; null while no request runs. */
  const [progress, setProgress] = useState<number | null>(null);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const [revealed, setRevealed] = useState<readonly string[]>([]);
  /** Names of the fields whose error is shown as long as they have one. */
  const [checked, setChecked] = useState<readonly string[]>([]);
  /** The server's messages about fields. Each is removed when its field changes. */
  const [refused, setRefused] = useState<FieldErrors>({});

  const inputOf = (page: Values): unknown => options.input?.() ?? store?.changed ?? page;
  const errorsIn = (page: Values): FieldErrors => {
    const parsed = schema?.safeParse(inputOf(page));
    return { ...(parsed?.error && errorsOf(parsed.error)), ...options.check?.() };
  };
  const found = checked.length > 0 ? errorsIn(inPage) : {};
  const wrong = checked.filter((name) => name in found);
  if (wrong.length < checked.length) setChecked(wrong);
  const errors: FieldErrors = {
    ...Object.fromEntries(wrong.map((name) => [name, found[name] ?? ''])),
    ...refused,
  };

  const isStoreReady = pictures ? pictures.pictures.length > 0 : Object.keys(store?.changed ?? {}).length > 0;
  const isReady = ready ? ready(inPage) || isFilledIn : !holdsState || isStoreReady;

  const readPage = (): Values => {
    const form = ref.current;
    if (!form) return {};
    const values = valuesOf(form);
    setInPage(values);
    setFilledIn(isAutofilled(form));
    return values;
  };
  const readRef = useRef(readPage);
  useEffect(() => {
    readRef.current = readPage;
  });
  useEffect(() => {
    readRef.current();
    // Going back can restore the page in the state after sending.
    const resume = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      running.current = false;
      setStatus('idle');
      setAlert(null);
      setRefused({});
      readRef.current();
    };
    addEventListener('pageshow', resume);
    return () => removeEventListener('pageshow', resume);
  }, []);

  const focusFirst = (): void => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

  /** Shows errors beside their fields, until those change, and focuses the first one. */
  const showErrors = (shown: FieldErrors): void => {
    flushSync(() => setRefused(shown));
    focusFirst();
  };

  /** Removes the messages about a field that is being changed. */
  const touch = (name?: string): void => {
    const about = Object.keys(refused);
    const isAboutThis = name === undefined || about.length === 0 || about.includes(name);
    setAlert((shown) => ((shown?.kind === 'error' ? isAboutThis : holdsState) ? null : shown));
    setRefused(Object.fromEntries(Object.entries(refused).filter(([key]) => key !== name)));
  };

  const clearErrors = (): void => {
    setRefused({});
    setChecked([]);
  };

  const fail = (failure: Exclude<ApiResult<Data>, { kind: 'ok' }>): void => {
    const known = names ?? (ref.current ? namesOf(ref.current) : []);
    const { fields, message, detail } = showFailure(failure, texts, [...known]);
    const isLoginOver = failure.kind === 'refused' && failure.status === 401;
    const offersLogin = isLoginOver && (holdsState || texts[401] === messages.errors.login);
    const offer = offersLogin ? createElement(LoginLink, { from: thisPage() }) : detail;
    setAlert({ kind: 'error', message, detail: options.explain?.(failure) ?? offer });
    showErrors(fields);
  };

  const submit = async (): Promise<void> => {
    if (running.current || (holdsState && !isReady)) return;
    setAlert(null);
    const page = readPage();
    const mistakes = errorsIn(page);
    if (Object.keys(mistakes).length > 0) {
      setRefused({});
      setAlert(options.onMistakes?.(mistakes) ?? null);
      flushSync(() => setChecked(Object.keys(mistakes)));
      focusFirst();
      return;
    }
    clearErrors();
    const question = options.ask?.();
    if (question) {
      setAlert(question);
      return;
    }
    running.current = true;
    // Password managers offer to save password fields only, not revealed ones.
    setRevealed([]);
    setStatus('sending');
    const values = (schema ? schema.parse(inputOf(page)) : {}) as z.output<Schema>;
    let result: ApiResult<Data>;
    try {
      result = await options.send(values, setProgress);
    } catch (error) {
      // A fault of the page itself is reported, and the form can be sent again.
      running.current = false;
      setStatus('idle');
      setAlert({ kind: 'error', message: messages.errors.server });
      throw error;
    } finally {
      setProgress(null);
    }
    if (result.kind !== 'ok') {
      running.current = false;
      setStatus('idle');
      fail(result);
      return;
    }
    const { to, saved, kind = 'success', ...said } = options.done(result.data, values);
    store?.settle(store.values, saved);
    pictures?.set([]);
    setAlert({ kind, ...said });
    setStatus(to === undefined ? 'idle' : 'done');
    // Nothing more is sent while the next page opens.
    running.current = to !== undefined;
    if (options.reset) {
      ref.current?.reset();
      readPage();
    }
    if (to !== undefined) setTimeout(() => location.assign(to), redirectDelayMs);
  };

  return {
    ref,
    prefix,
    store,
    kept: store?.kept ?? pictures?.kept ?? null,
    errors,
    alert,
    setAlert,
    showErrors,
    clearErrors,
    touch,
    status,
    progress,
    revealed,
    setRevealed,
    /** A form with a store takes no input before its script runs, because the input would be lost. */
    isInert: holdsState && !isHydrated,
    isDisabled: !isHydrated || (status === 'idle' && !isReady),
    submit: (): void => void submit(),
    onInput: (field: EventTarget): void => {
      if (!store) readPage();
      touch(field instanceof Element ? (field.getAttribute('name') ?? '') : '');
    },
    onAutofill: (): void => void readPage(),
    onLeave: (name: string): void => {
      if (!checked.includes(name)) setChecked([...checked, name]);
    },
  };
}
