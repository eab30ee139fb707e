import { useEffect, useRef } from 'react';
import type { useAction } from './use-action.ts';

/** Announces how an action has ended. A failure comes into view, as does the end of an action whose button is gone. */
export function Said({ action: { hasFailed, said } }: { action: ReturnType<typeof useAction> }) {
  const text = useRef<HTMLParagraphElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (said === '') return;
    focused.current = document.activeElement;
    if (document.activeElement === document.body) text.current?.focus();
    else if (hasFailed) text.current?.scrollIntoView({ block: 'nearest' });
  }, [hasFailed, said]);
  useEffect(() => {
    // The button may go later than the action ends, with data that is fetched again.
    if (focused.current?.isConnected !== false) return;
    focused.current = null;
    if (document.activeElement === document.body) text.current?.focus();
  });
  return (
    <p className={hasFailed ? 'desk-error' : 'desk-said'} role="status" tabIndex={-1} ref={text}>
      {said}
    </p>
  );
}
