import { useState } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { showFailure } from '../../forms/api-error.ts';
import { useProof } from '../shell/proof-context.ts';

interface Told<Data> {
  /** Announced after a success. */
  says: string;
  done?: (data: Data) => void;
  /** Called where somebody else was faster. */
  onConflict?: () => void;
}

/** Runs one action of a button or key at a time. `said` is what to announce: its success, or why it failed. */
export function useAction() {
  const prove = useProof();
  const [isRunning, setRunning] = useState(false);
  const [said, setSaid] = useState('');
  const [hasFailed, setFailed] = useState(false);
  const run = async <Data>(
    send: () => Promise<ApiResult<Data>>,
    { says, done, onConflict }: Told<Data>,
  ): Promise<void> => {
    if (isRunning) return;
    setRunning(true);
    setSaid('');
    const result = await prove(send);
    setRunning(false);
    setFailed(result.kind !== 'ok');
    if (result.kind === 'ok') {
      setSaid(says);
      done?.(result.data);
      return;
    }
    if (result.kind === 'refused' && result.status === 409) onConflict?.();
    const { message, detail } = showFailure(result);
    setSaid(detail === undefined ? message : `${message} ${detail}`);
  };
  return { run, said, hasFailed, isRunning };
}
