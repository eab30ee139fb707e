import { useEffect, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../lib/client/api/api.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { LoginLink, thisPage } from './LoginLink.tsx';
import { showFailure, type ShownFailure } from '../forms/refusal.ts';

interface Props<Data> {
  /** The same function at every rendering. */
  fetch: () => Promise<ApiResult<Data>>;
  /** What is said while the answer is on its way. */
  waiting: string;
  children: (data: Data) => ReactNode;
}

const texts = { 401: messages.errors.login, other: messages.errors.server, serverFirst: true };

/** Fetches what a form changes, once, then shows the form for it; what failed can be tried again. */
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
        setState({ failure: showFailure(result, texts, []), isLoginOver });
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
