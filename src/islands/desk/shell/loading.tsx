// Data of the desk's API, which are fetched again after every change that staff make on the page.
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { $deskChanges } from '../../../lib/client/api/desk-api.ts';
import { Failure, More, useFetched, type Fetched } from '../../ui/fetched.tsx';

/** @param key what the request depends on, such as an address */
export function useLoaded<Data>(key: string, fetch: (next: string | null) => Promise<ApiResult<Data>>) {
  return useFetched(`${String(useStore($deskChanges))} ${key}`, fetch);
}

interface Props<Data> {
  of: Fetched<Data>;
  children: (data: Data) => ReactNode;
}

/** Shows data when it is there, with a button below a list that has more pages. */
export function WithLoaded<Data>({ of, children }: Props<Data>) {
  const { data, failure, loading, reload } = of;
  return (
    // The style sheet hides what follows, which would move when the data arrives.
    <div aria-busy={loading === 'all'} data-first-load={data === undefined && !failure ? '' : undefined}>
      <p className="desk-wait" role="status">
        {loading === 'all' && <span>Loading...</span>}
      </p>
      {failure && !failure.isMore && <Failure failure={failure} onRetry={reload} />}
      {data !== undefined && children(data)}
      <More of={of} rows=".desk-list > li" />
    </div>
  );
}
