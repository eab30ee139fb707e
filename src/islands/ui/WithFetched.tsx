import { useEffect, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../lib/client/api.ts';
import { messages } from '../../lib/shared/messages.ts';

interface Props<Data> {
  /** The same function at every rendering. */
  fetch: () => Promise<ApiResult<Data>>;
  /** What is said while the answer is on its way. */
  waiting: string;
  children: (data: Data) => ReactNode;
}

/** Fetches what a form changes, once, then shows the form for it; what failed can be tried again. */
export function WithFetched<Data>({ fetch, waiting, children }: Props<Data>) {
  const [state, setState] = useState<'loading' | 'failed' | { data: Data }>('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let isGone = false;
    void fetch().then((result) => {
      if (!isGone) setState(result.kind === 'ok' ? { data: result.data } : 'failed');
    });
    return () => {
      isGone = true;
    };
  }, [fetch, state]);
  if (state === 'loading') return <p className="soft">{waiting}</p>;
  if (state === 'failed')
    return (
      <div className="form-alert error" role="alert">
        <div>
          <p>{messages.errors.connection}</p>
          <button className="text-button" type="button" onClick={() => setState('loading')}>
            {messages.errors.tryAgain}
          </button>
        </div>
      </div>
    );
  return children(state.data);
}
