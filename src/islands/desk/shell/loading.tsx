// Data of the desk's API: fetched, fetched again, and page by page.
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import type { ListPage } from '../../../lib/client/api/desk-api.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { showFailure, type ShownFailure } from '../../forms/api-error.ts';
import { LoginLink, thisPage } from '../../ui/Alert.tsx';

interface State<Data> {
  /** The last answer; undefined before the first. It stays while a newer one is fetched. */
  data: Data | undefined;
  /** `isMore`: of a further page. */
  failure: (ShownFailure & { status: number | null; isMore: boolean }) | null;
  loading: 'all' | 'more' | null;
}

export interface Loaded<Data> extends State<Data> {
  reload: () => void;
  /** Fetches the page after the last one; null if there is none. */
  loadMore: (() => void) | null;
}

interface Paging<Data> {
  next: (data: Data) => string | null;
  join: (before: Data, more: Data) => Data;
}

/**
 * Data that is fetched again whenever `key` changes. Answers that come too late are dropped.
 * @param key what the request depends on, such as an address
 */
export function useLoaded<Data>(
  key: string,
  fetch: (next: string | null) => Promise<ApiResult<Data>>,
  paging?: Paging<Data>,
): Loaded<Data> {
  const [state, setState] = useState<State<Data>>({ data: undefined, failure: null, loading: 'all' });
  const newest = useRef({ fetch, paging });
  const turn = useRef(0);
  useEffect(() => {
    newest.current = { fetch, paging };
  });
  const load = useCallback(async (next: string | null): Promise<void> => {
    const own = (turn.current += 1);
    const isMore = next !== null;
    setState((before) => ({ ...before, loading: isMore ? 'more' : 'all' }));
    const { fetch: send, paging: pages } = newest.current;
    const result = await send(next);
    if (own !== turn.current) return;
    if (result.kind === 'ok')
      setState(({ data }) => ({
        data: isMore && pages && data !== undefined ? pages.join(data, result.data) : result.data,
        failure: null,
        loading: null,
      }));
    else {
      const status = result.kind === 'refused' ? result.status : null;
      const failure = { ...showFailure(result), status, isMore };
      setState(({ data }) => ({ data, failure, loading: null }));
    }
  }, []);
  useEffect(() => {
    void load(null);
    return () => {
      turn.current += 1;
    };
  }, [key, load]);
  const reload = useCallback(() => void load(null), [load]);
  const next = state.data !== undefined && paging ? paging.next(state.data) : null;
  const loadMore = next === null ? null : () => void (state.loading === null && load(next));
  return { ...state, reload, loadMore };
}

/** A list of the API. @param key as for `useLoaded` */
export function useList<Row>(key: string, fetch: (next: string | null) => Promise<ApiResult<ListPage<Row>>>) {
  return useLoaded(key, fetch, {
    next: (page) => page.next ?? null,
    join: (before, more) => ({ ...more, results: [...before.results, ...more.results] }),
  });
}

interface Props<Data> {
  of: Loaded<Data>;
  /** Whether a person asked for it in a page that is there already: then the rest of the page stays in sight. */
  isPart?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows data when it is there, with a button below a list that has more pages. */
export function WithLoaded<Data>({ of, isPart = false, children }: Props<Data>) {
  const { data, failure, loading, reload, loadMore } = of;
  const box = useRef<HTMLDivElement>(null);
  const rows = (): NodeListOf<Element> | undefined => box.current?.querySelectorAll('.desk-list > li');
  /** How many rows there were when more were asked for. */
  const asked = useRef<number | null>(null);
  useEffect(() => {
    if (asked.current === null || loading !== null) return;
    const first = rows()?.[asked.current];
    asked.current = null;
    // After the last page the button is gone, and the focus with it.
    if (document.activeElement === document.body) first?.querySelector<HTMLElement>('a, button')?.focus();
  });
  const alert = failure && <Failure failure={failure} onRetry={(failure.isMore && loadMore) || reload} />;
  return (
    // The style sheet hides what follows, which would move when the data arrives.
    <div
      ref={box}
      aria-busy={loading === 'all'}
      data-first-load={!isPart && data === undefined && !failure ? '' : undefined}
    >
      <p className="desk-wait" role="status">
        {loading === 'all' && <span>Loading...</span>}
      </p>
      {!failure?.isMore && alert}
      {data !== undefined && children(data)}
      {failure?.isMore && alert}
      {loadMore && (
        <button
          className="button quiet"
          type="button"
          aria-disabled={loading === 'more'}
          aria-busy={loading === 'more'}
          onClick={() => {
            asked.current = rows()?.length ?? null;
            loadMore();
          }}
        >
          Load more
        </button>
      )}
    </div>
  );
}

function Failure({
  failure,
  onRetry,
}: {
  failure: ShownFailure & { status: number | null };
  onRetry: () => void;
}) {
  return (
    <div className="form-alert error" role="alert">
      <div>
        <p>{failure.message}</p>
        {failure.detail !== undefined && <p>{failure.detail}</p>}
        {failure.status === 401 ? (
          <LoginLink from={thisPage()} />
        ) : (
          <button className="text-button" type="button" onClick={onRetry}>
            {messages.errors.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}

interface FetchedProps<Data> {
  /** What the request depends on. */
  of: string;
  fetch: () => Promise<ApiResult<Data>>;
  children: (data: Data, reload: () => void) => ReactNode;
}

/** What a page is about, fetched when it opens. */
export function Fetched<Data>({ of, fetch, children }: FetchedProps<Data>) {
  const loaded = useLoaded(of, fetch);
  return <WithLoaded of={loaded}>{(data) => children(data, loaded.reload)}</WithLoaded>;
}
