import { useState } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { factorMessages } from '../../lib/shared/text/factor-messages.ts';
import { showFailure } from '../forms/api-error.ts';
import { Button } from '../ui/Button.tsx';
import type { AlertContent } from '../ui/Alert.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Whether this browser has passkeys here: none has them for an IP address, or without https. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|^\[/.test(location.hostname);

export const notUsed = 'The passkey was not used. Try again, or choose another way.';

interface Props<Data> {
  label: string;
  quiet?: boolean;
  /** Asks the device, and sends its answer. @returns null if the person cancelled */
  use: () => Promise<ApiResult<Data> | null>;
  onDone: (data: Data) => void;
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
      else if (result === null) onAlert({ kind: 'warning', message: notUsed });
      else onAlert({ kind: 'error', ...showFailure(result) });
    } catch (error) {
      // A fault of the browser or of this page is reported, and another way can be used.
      onAlert({ kind: 'error', message: factorMessages.factors.wrongPasskey });
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      className={quiet ? 'button quiet' : 'button'}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={() => void press()}
    >
      {isBusy && <span className="spinner" />}
      {label}
    </Button>
  );
}
