import { createElement, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { redirectDelayMs } from '../../lib/shared/schemas/accounts.ts';
import type { AlertContent } from '../ui/Alert.tsx';
import type { FieldErrors } from './form-values.ts';
import { LoginLink, thisPage } from '../ui/LoginLink.tsx';
import { showFailure, type RefusalTexts } from './refusal.ts';

interface Options {
  /** What is said for which status. */
  texts: RefusalTexts;
  /** Of the form's fields. */
  names?: readonly string[];
  /** What more there is to say about a failure. */
  explain?: (failure: Exclude<ApiResult<never>, { kind: 'ok' }>) => ReactNode;
}

export type SaveState = ReturnType<typeof useSave>;

/**
 * Sends what a form holds whose values lie in React's state (pictures, lists), and answers for it. Forms of plain text
 * fields have `useForm`.
 */
export function useSave({ texts, names = [], explain }: Options) {
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const [status, setStatus] = useState<'idle' | 'sending' | 'done'>('idle');
  /** What part of the files has left; null where nothing is on its way. */
  const [progress, setProgress] = useState<number | null>(null);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});

  /** Shows the errors beside their fields and goes to the first one. */
  const showErrors = (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const save = async <Data>(
    send: (onProgress: (part: number) => void) => Promise<ApiResult<Data>>,
    /** @returns what is said, and where it goes on */
    done: (data: Data) => { message: string; to?: string },
  ): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setAlert(null);
    setErrors({});
    setStatus('sending');
    const result = await send(setProgress);
    setProgress(null);
    if (result.kind === 'ok') {
      const { message, to } = done(result.data);
      setAlert({ kind: 'success', message });
      setStatus(to === undefined ? 'idle' : 'done');
      // On its way to the next page it hears nothing more.
      running.current = to !== undefined;
      if (to !== undefined) setTimeout(() => location.assign(to), redirectDelayMs);
      return;
    }
    running.current = false;
    setStatus('idle');
    const { fields, message, detail } = showFailure(result, texts, [...names]);
    const isLoginOver = result.kind === 'refused' && result.status === 401;
    const offer = isLoginOver ? createElement(LoginLink, { from: thisPage() }) : undefined;
    setAlert({ kind: 'error', message, detail: explain?.(result) ?? offer ?? detail });
    showErrors(fields);
  };

  /** The error of a field that is being mended goes away. */
  const forget = (...mended: string[]): void => {
    setAlert(null);
    setErrors((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([name]) => !mended.includes(name))),
    );
  };

  return { ref, status, progress, alert, setAlert, errors, showErrors, setErrors, forget, save };
}
