// Data of the desk's API, which are fetched again after every change that staff make on the page.
import { useStore } from '@nanostores/react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { $deskChanges } from '../../../lib/client/api/desk-api.ts';
import { Failure, useFetched, type Fetched } from '../../ui/fetched.tsx';

/** @param key what the request depends on, such as an address */
export function useLoaded<Data>(key: string, fetch: (next: string | null) => Promise<ApiResult<Data>>) {
  return useFetched(`${String(useStore($deskChanges))} ${key}`, fetch);
}

interface Props<Data> {
  of: Fetched<Data>;
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

interface LoadProps<Data> {
  /** What the request depends on. */
  of: string;
  fetch: () => Promise<ApiResult<Data>>;
  children: (data: Data) => ReactNode;
}

/** What a page is about, fetched when it opens. */
export function Load<Data>({ of, fetch, children }: LoadProps<Data>) {
  return <WithLoaded of={useLoaded(of, fetch)}>{children}</WithLoaded>;
}
