import type { ReactNode } from 'react';
import { Failure } from './Failure.tsx';
import type { Loaded } from './use-loaded.ts';

interface Props<Data> {
  loaded: Loaded<Data>;
  /** Text while the first request runs. */
  waiting: string;
  /** Whether a person asked for it in a page that is there already: then the rest of the page stays in sight. */
  isPart?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows data when it is there. Older data stays on the screen while newer data is fetched, or cannot be. */
export function WithLoaded<Data>({
  loaded: { data, failure, isLoading, reload },
  waiting,
  isPart = false,
  children,
}: Props<Data>) {
  const isFirst = !isPart && data === undefined && !failure;
  return (
    // The style sheet hides what follows, which would move when the data arrives.
    <div aria-busy={isLoading} data-first-load={isFirst ? '' : undefined}>
      <p className="desk-wait" role="status">
        {isLoading && <span>{waiting}</span>}
      </p>
      {failure && <Failure failure={failure} onRetry={reload} />}
      {data !== undefined && children(data)}
    </div>
  );
}
