import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { redirectDelayMs } from '../../lib/shared/schemas/accounts.ts';
import type { z } from '../../lib/shared/zod.ts';
import type { AlertContent } from '../ui/Alert.tsx';
import {
  errorsOf,
  focusFirst,
  isAutofilled,
  namesOf,
  valuesOf,
  type FieldErrors,
  type Values,
} from './form-values.ts';
import { showFailure, type RefusalTexts } from './refusal.ts';

interface Options<Schema extends z.ZodType, Data> {
  schema: Schema;
  send: (values: z.output<Schema>) => Promise<ApiResult<Data>>;
  /** What is said for which status. */
  texts: RefusalTexts;
  /** @returns what is said, and where it goes on */
  done: (data: Data, values: z.output<Schema>) => { alert: AlertContent; to?: string };
  /** Whether the submit button can be pressed; it always can when left out. */
  ready?: (values: Values) => boolean;
  /** Empties the form when it was taken. */
  reset?: boolean;
}

export type FormState = ReturnType<typeof useForm>;

const never = () => () => undefined;

/** One form: validated by its schema on leaving a field and on submit, sent, and answered for. */
export function useForm<Schema extends z.ZodType, Data>(options: Options<Schema, Data>) {
  const { schema, send, texts, done, ready = () => true, reset = false } = options;
  const ref = useRef<HTMLFormElement>(null);
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [isReady, setReady] = useState(false);
  const [status, setStatus] = useState<'idle' | 'sending' | 'done'>('idle');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const [revealed, setRevealed] = useState<readonly string[]>([]);
  /** What the server said about single fields; true until that field is changed. */
  const refused = useRef<FieldErrors>({});

  const look = (): void => {
    const form = ref.current;
    if (form) setReady(ready(valuesOf(form)) || isAutofilled(form));
  };
  const lookRef = useRef(look);
  useEffect(() => {
    lookRef.current = look;
  });
  useEffect(() => {
    lookRef.current();
    // Going back can restore the page as it was left: sent, and waiting for the next one.
    const wake = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      setStatus('idle');
      setAlert(null);
      refused.current = {};
      lookRef.current();
    };
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);

  /** Shows the errors beside their fields and goes to the first one. */
  const showErrors = (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    if (ref.current) focusFirst(ref.current, found);
  };

  /** Judges fields anew: the one that was left, and those that had an error. */
  const judge = (left?: string): void => {
    if (!ref.current) return;
    const parsed = schema.safeParse(valuesOf(ref.current));
    const found = parsed.success ? {} : errorsOf(parsed.error);
    setErrors((shown) => ({
      ...Object.fromEntries(Object.entries(found).filter(([name]) => name === left || name in shown)),
      ...refused.current,
    }));
  };

  /** Takes away what was said about what is being changed: an error of the form stays where it was about other fields. */
  const forget = (name: string): void => {
    const about = Object.keys(refused.current);
    if (about.length === 0 || about.includes(name))
      setAlert((shown) => (shown?.kind === 'error' ? null : shown));
    refused.current = Object.fromEntries(Object.entries(refused.current).filter(([key]) => key !== name));
  };

  /** What was said about the fields is over: something else has succeeded since. */
  const clearErrors = (): void => {
    refused.current = {};
    setErrors({});
  };

  const submit = async (form: HTMLFormElement): Promise<void> => {
    setAlert(null);
    const parsed = schema.safeParse(valuesOf(form));
    if (!parsed.success) {
      showErrors(errorsOf(parsed.error));
      return;
    }
    clearErrors();
    // Password managers take note of password fields, not of what is shown in the clear.
    setRevealed([]);
    setStatus('sending');
    const result = await send(parsed.data);
    if (result.kind !== 'ok') {
      setStatus('idle');
      const { fields, message, detail } = showFailure(result, texts, namesOf(form));
      setAlert({ kind: 'error', message, detail });
      refused.current = fields;
      showErrors(fields);
      return;
    }
    const next = done(result.data, parsed.data);
    setAlert(next.alert);
    setStatus(next.to === undefined ? 'idle' : 'done');
    if (reset) {
      form.reset();
      look();
    }
    const { to } = next;
    if (to !== undefined) setTimeout(() => location.assign(to), redirectDelayMs);
  };

  return {
    ref,
    errors,
    alert,
    setAlert,
    showErrors,
    clearErrors,
    status,
    revealed,
    setRevealed,
    isDisabled: !isHydrated || (status === 'idle' && !isReady),
    onSubmit: (form: HTMLFormElement): void => {
      if (status === 'idle') void submit(form);
    },
    onInput: (field: EventTarget): void => {
      look();
      if (field instanceof HTMLInputElement) forget(field.name);
      if (Object.keys(errors).length > 0) judge();
    },
    onAutofill: look,
    onLeave: (field: HTMLInputElement): void => {
      if (field.value !== '') judge(field.name);
    },
  };
}
