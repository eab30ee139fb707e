import { useState } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { hasPasskeys } from '../../lib/client/passkeys/passkeys.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { serverFirst, showFailure } from '../forms/refusal.ts';
import type { AlertContent } from '../ui/Alert.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

interface Props<Data> {
  label: string;
  quiet?: boolean;
  /** Asks the device, and sends its answer. @returns null if the person cancelled */
  use: () => Promise<ApiResult<Data> | null>;
  onDone: (data: Data) => void;
  /** Shows or removes the message about a try. */
  onAlert: (alert: AlertContent | null) => void;
}

/** Uses a passkey. Shown only where the browser has passkeys, which the server cannot know. */
export function PasskeyButton<Data>({ label, quiet = false, use, onDone, onAlert }: Props<Data>) {
  const isHydrated = useHydrated();
  const [isBusy, setBusy] = useState(false);
  if (!isHydrated || !hasPasskeys()) return null;

  const press = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    onAlert(null);
    try {
      const result = await use();
      if (result?.kind === 'ok') onDone(result.data);
      else if (result === null) onAlert({ kind: 'warning', message: messages.factors.cancelled });
      else onAlert({ kind: 'error', ...showFailure(result, serverFirst, []) });
    } catch (error) {
      // A fault of the browser or of this page is reported, and another way can be used.
      onAlert({ kind: 'error', message: messages.factors.wrongPasskey });
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      className={quiet ? 'button quiet' : 'button'}
      type="button"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => void press()}
    >
      {isBusy && <span className="spinner" />}
      {label}
    </button>
  );
}
