import { useEffect, useState, type ReactNode } from 'react';
import type { ApiFailure, ApiResult, Paged } from '../../lib/client/api/api.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { showFailure, type ShownFailure } from '../forms/api-error.ts';
import { Alert, LoginLink, thisPage, type AlertContent } from './Alert.tsx';

interface Props<Data> {
  /** Must be the same function at every rendering. */
  fetch: () => Promise<ApiResult<Data>>;
  /** Text while the request runs. */
  waiting: string;
  /** Replaces the sentence about a failure. */
  failed?: ShownFailure;
  children: (data: Data) => ReactNode;
}

/** Fetches the data of a form once, then shows the form. A failed request can be repeated. */
export function WithFetched<Data>({ fetch, waiting, failed, children }: Props<Data>) {
  const [state, setState] = useState<'loading' | ApiFailure | { data: Data }>('loading');
  useEffect(() => {
    if (state !== 'loading') return;
    let isGone = false;
    void fetch().then((result) => {
      if (!isGone) setState(result.kind === 'ok' ? { data: result.data } : result);
    });
    return () => {
      isGone = true;
    };
  }, [fetch, state]);
  if (state === 'loading') return <p className="soft">{waiting}</p>;
  if ('data' in state) return children(state.data);
  const { message, detail } = failed ?? showFailure(state);
  return (
    <div className="form-alert error" role="alert">
      <div>
        <p>{message}</p>
        {detail !== undefined && <p>{detail}</p>}
        {state.kind === 'refused' && state.status === 401 ? (
          <LoginLink from={thisPage()} />
        ) : (
          <button className="text-button" type="button" onClick={() => setState('loading')}>
            {siteMessages.errors.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}

/** A list that grows by its next page, and the button that fetches it. */
export function usePagedList<Item>(
  first: Paged<Item>,
  fetch: (next: string | null) => Promise<ApiResult<Paged<Item>>>,
) {
  const [list, setList] = useState(first);
  const [alert, setAlert] = useState<AlertContent | null>(null);
  const { next } = list;
  const load = async (): Promise<void> => {
    setAlert(null);
    const result = await fetch(next);
    if (result.kind !== 'ok') {
      setAlert({ kind: 'error', ...showFailure(result) });
      return;
    }
    // Ignores the result if another press has loaded it, or the list has changed meanwhile.
    setList((shown) =>
      shown.next === next ? { ...result.data, results: [...shown.results, ...result.data.results] } : shown,
    );
    // The button with the focus goes.
    if (result.data.next === null) document.getElementById('list-alert')?.focus();
  };
  const more = (
    <>
      <Alert content={alert} id="list-alert" />
      {next !== null && (
        <button className="text-button" type="button" onClick={() => void load()}>
          {siteMessages.user.more}
        </button>
      )}
    </>
  );
  return { list, setList, more };
}
