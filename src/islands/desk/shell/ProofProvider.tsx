import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { FactorDialog } from './FactorDialog.tsx';
import { ProofContext, type Prove, type WantedProof } from './proof-context.ts';

function wantedBy<Data>(result: ApiResult<Data>): WantedProof | null {
  if (result.kind !== 'refused' || result.status !== 403) return null;
  return result.code === 'second_factor' || result.code === 'fresh_factor' ? result.code : null;
}

interface Asked {
  wanted: WantedProof;
  /** The server's own sentence. */
  says: string;
}

/** Shows one dialog, however many requests wait for the proof. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useRef<{ answer: Promise<boolean>; settle: (isProved: boolean) => void } | null>(null);

  const ask = useCallback((question: Asked): Promise<boolean> => {
    if (waiting.current) return waiting.current.answer;
    const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
    waiting.current = { answer, settle };
    setAsked(question);
    return answer;
  }, []);

  const settle = (isProved: boolean): void => {
    setAsked(null);
    waiting.current?.settle(isProved);
    waiting.current = null;
  };

  const prove = useCallback<Prove>(
    async (send) => {
      const result = await send();
      const wanted = wantedBy(result);
      if (wanted === null) return result;
      const says = result.kind === 'refused' ? result.error : '';
      return (await ask({ wanted, says })) ? await send() : result;
    },
    [ask],
  );

  return (
    <ProofContext value={prove}>
      {children}
      {asked && <FactorDialog {...asked} onProved={() => settle(true)} onClose={() => settle(false)} />}
    </ProofContext>
  );
}
