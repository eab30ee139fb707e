import { useCallback, useEffect, useRef, useState } from 'react';
import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { pendingIdOf } from '../../lib/client/session/pending-id.ts';
import { emailSchema, resendSeconds } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { useFormContext } from '../forms/form-context.ts';
import { errorsOf, valuesOf } from '../forms/form-values.ts';
import { showFailure } from '../forms/refusal.ts';

interface Props {
  /** Called once in the browser; true sends a code immediately. */
  atOnce: () => boolean;
}

/** Requests a new code for the address in the form, once a minute at most. */
export function ResendCode({ atOnce }: Props) {
  const { ref, setAlert, showErrors, clearErrors } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  const [secondsLeft, startCountdown] = useCountdown();
  const isWaiting = isBusy || secondsLeft > 0;

  const send = async (): Promise<void> => {
    if (!ref.current || isWaiting) return;
    const parsed = emailSchema.safeParse(valuesOf(ref.current));
    if (!parsed.success) {
      showErrors(errorsOf(parsed.error));
      return;
    }
    setBusy(true);
    const result = await accountsApi.resendRegistrationCode(
      parsed.data.email,
      pendingIdOf(parsed.data.email),
    );
    setBusy(false);
    if (result.kind === 'ok') {
      startCountdown();
      // The errors are about an earlier code.
      clearErrors();
      setAlert({ kind: 'success', message: messages.verifyUser.codeSent });
      return;
    }
    // Asked for less than a minute ago, on another page: what was sent then works.
    if (result.kind === 'refused' && result.status === 429 && result.fields['code']) {
      setAlert({ kind: 'success', message: result.fields['code'] });
      return;
    }
    const { message, fields } = showFailure(
      result,
      { other: messages.verifyUser.failed, serverFirst: true },
      ['email'],
    );
    setAlert({ kind: 'error', message });
    showErrors(fields);
  };

  const sendRef = useRef(send);
  const atOnceRef = useRef(atOnce);
  useEffect(() => {
    if (atOnceRef.current()) void sendRef.current();
  }, []);

  return (
    <button
      className="button quiet"
      type="button"
      aria-busy={isBusy}
      aria-disabled={isWaiting}
      onClick={() => void send()}
    >
      {messages.verifyUser.resend}
      {secondsLeft > 0 && ` (${secondsLeft} s)`}
    </button>
  );
}

function useCountdown(): [secondsLeft: number, start: () => void] {
  const [secondsLeft, setSecondsLeft] = useState(0);
  const until = useRef(0);
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    // Computed from the clock, because a sleeping phone skips ticks.
    const timer = setInterval(
      () => setSecondsLeft(Math.max(0, Math.ceil((until.current - Date.now()) / 1000))),
      1000,
    );
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = useCallback(() => {
    until.current = Date.now() + resendSeconds * 1000;
    setSecondsLeft(resendSeconds);
  }, []);
  return [secondsLeft, start];
}
