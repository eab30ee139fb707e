import { useEffect, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { LoginLink, thisPage } from './LoginLink.tsx';
import { serverFirst, showFailure, type ShownFailure } from '../forms/refusal.ts';

interface Props<Data> {
  /** Must be the same function at every rendering. */
  fetch: () => Promise<ApiResult<Data>>;
  /** Text while the request runs. */
  waiting: string;
  children: (data: Data) => ReactNode;
}

/** Fetches the data of a form once, then shows the form. A failed request can be repeated. */
export function WithFetched<Data>({ fetch, waiting, children }: Props<Data>) {
  const [state, setState] = useState<
    'loading' | { failure: ShownFailure; isLoginOver: boolean } | { data: Data }
  >('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let isGone = false;
    void fetch().then((result) => {
      if (isGone) return;
      if (result.kind === 'ok') setState({ data: result.data });
      else {
        const isLoginOver = result.kind === 'refused' && result.status === 401;
        setState({ failure: showFailure(result, serverFirst, []), isLoginOver });
      }
    });
    return () => {
      isGone = true;
    };
  }, [fetch, state]);
  if (state === 'loading') return <p className="soft">{waiting}</p>;
  if ('failure' in state)
    return (
      <div className="form-alert error" role="alert">
        <div>
          <p>{state.failure.message}</p>
          {state.failure.detail !== undefined && <p>{state.failure.detail}</p>}
          {state.isLoginOver ? (
            <LoginLink from={thisPage()} />
          ) : (
            <button className="text-button" type="button" onClick={() => setState('loading')}>
              {messages.errors.tryAgain}
            </button>
          )}
        </div>
      </div>
    );
  return children(state.data);
}
