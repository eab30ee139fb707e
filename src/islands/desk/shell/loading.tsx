// Data of the desk's API, which are fetched again after every change that staff make on the page.
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { $deskChanges, getDesk } from '../../../lib/client/api/desk-api.ts';
import { Failure, More, useFetched, type Fetched } from '../../ui/fetched.tsx';

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
  const { data, failure, loading, reload } = of;
  return (
    // The style sheet hides what follows, which would move when the data arrives.
    <div
      aria-busy={loading === 'all'}
      data-first-load={!isPart && data === undefined && !failure ? '' : undefined}
    >
      <p className="desk-wait" role="status">
        {loading === 'all' && <span>Loading...</span>}
      </p>
      {failure && !failure.isMore && <Failure failure={failure} onRetry={reload} />}
      {data !== undefined && children(data)}
      <More of={of} rows=".desk-list > li" />
    </div>
  );
}

interface LoadProps<Data> {
  path: string;
  children: (data: Data) => ReactNode;
}

/** What a page is about, fetched when it opens. */
export const Load = <Data,>({ path, children }: LoadProps<Data>) => (
  <WithLoaded of={useLoaded('', () => getDesk<Data>(path))}>{children}</WithLoaded>
);
