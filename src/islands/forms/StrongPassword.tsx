import { useEffect, useState } from 'react';
import { accountsApi } from '../../lib/client/api/accounts-api.ts';
import { strongPasswordToastMs } from '../../lib/shared/schemas/accounts.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { fill } from './form-values.ts';
import { useFormContext } from './form-context.ts';
import { showFailure } from './refusal.ts';

/** Fills the named fields with a password that the server generates, and reveals them. */
export function StrongPassword({ names }: { names: string[] }) {
  const { ref, setAlert, setRevealed } = useFormContext();
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState(0);

  useEffect(() => {
    if (made === 0) return;
    const timer = setTimeout(() => setMade(0), strongPasswordToastMs);
    return () => clearTimeout(timer);
  }, [made]);

  const generate = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const result = await accountsApi.generateStrongPassword();
    setBusy(false);
    if (result.kind !== 'ok') {
      const { message } = showFailure(result, { other: messages.errors.server }, []);
      setAlert({ kind: 'error', message });
      return;
    }
    setAlert(null);
    for (const name of names) if (ref.current) fill(ref.current, name, result.data);
    setRevealed(names);
    setMade((count) => count + 1);
  };

  return (
    <>
      <button className="text-button" type="button" aria-busy={isBusy} onClick={() => void generate()}>
        {messages.password.generate}
      </button>
      <p className="toast" role="status">
        {made > 0 && messages.password.generated}
      </p>
    </>
  );
}
