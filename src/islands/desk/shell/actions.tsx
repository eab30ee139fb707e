import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { showFailure } from '../../forms/api-error.ts';
import { Button } from '../../ui/Button.tsx';

interface Run<Data> {
  send: () => Promise<ApiResult<Data>>;
  says?: string | undefined;
  done?: (data: Data) => void;
}

export type Action = ReturnType<typeof useAction>;

/** Runs one action at a time. `message` is what to announce: its success, or why it failed. */
export function useAction() {
  const [status, setStatus] = useState({ message: '', hasFailed: false, isRunning: false });
  const run = async <Data,>({ send, says = '', done }: Run<Data>): Promise<void> => {
    if (status.isRunning) return;
    setStatus({ message: '', hasFailed: false, isRunning: true });
    const result = await send();
    if (result.kind === 'ok') {
      say(says);
      done?.(result.data);
      return;
    }
    const { message, detail = '' } = showFailure(result);
    setStatus({ message: `${message} ${detail}`.trim(), hasFailed: true, isRunning: false });
  };
  /** Announces what a page does by itself. */
  const say = (message: string): void => setStatus({ message, hasFailed: false, isRunning: false });
  return { run, say, ...status };
}

interface ButtonProps<Data> extends Run<Data> {
  /** Where what came of it is said elsewhere; by default below the button. */
  action?: Action;
  className?: string;
  isOff?: boolean;
  children: ReactNode;
}

/** It is never disabled, because it would lose the focus; presses do nothing instead. */
export function ActionButton<Data>(props: ButtonProps<Data>) {
  const own = useAction();
  const { action = own, className = 'button quiet', isOff = false, children } = props;
  return (
    <>
      <Button
        className={className}
        aria-disabled={action.isRunning || isOff}
        aria-busy={action.isRunning}
        onClick={() => !isOff && void action.run(props)}
      >
        {children}
      </Button>
      {action === own && <ActionStatus action={own} />}
    </>
  );
}

/** Announces how an action has ended. A failure comes into view, as does the end of an action whose button is gone. */
export function ActionStatus({ action: { hasFailed, message } }: { action: Action }) {
  const text = useRef<HTMLParagraphElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (message === '') return;
    focused.current = document.activeElement;
    if (document.activeElement === document.body) text.current?.focus();
    else if (hasFailed) text.current?.scrollIntoView({ block: 'nearest' });
  }, [hasFailed, message]);
  useEffect(() => {
    // The button may go later than the action ends, with data that is fetched again.
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) text.current?.focus();
  });
  return (
    <p className={hasFailed ? 'desk-error' : 'desk-status'} role="status" tabIndex={-1} ref={text}>
      {message}
    </p>
  );
}
