import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { callApi, pagePath, type ApiFailure, type ApiResult, type Paged } from '../../lib/client/api/api.ts';
import { siteMessages } from '../../lib/shared/text/site-messages.ts';
import { showFailure, type ShownFailure } from '../forms/api-error.ts';
import { Button, TextButton } from './Button.tsx';
import { LoginLink, Notice, thisPage } from './Alert.tsx';

interface State<Data> {
  /** The last answer; undefined before the first. It stays while a newer one is fetched. */
  data: Data | undefined;
  /** `isMore`: of a further page. */
  failure: (ApiFailure & { isMore: boolean }) | null;
  loading: 'all' | 'more' | null;
}

export interface Fetched<Data> extends State<Data> {
  reload: () => void;
  /** Fetches the page after the last one; null if there is none. */
  loadMore: (() => void) | null;
}

/** What lists have, and other data do not. */
type Pages = Partial<Paged<unknown>>;

/**
 * Data that is fetched again whenever `key` changes. Answers that come too late are dropped.
 * @param key what the request depends on, such as an address
 */
export function useFetched<Data>(
  key: string,
  fetch: (next: string | null) => Promise<ApiResult<Data>>,
): Fetched<Data> {
  const [state, setState] = useState<State<Data>>({ data: undefined, failure: null, loading: 'all' });
  const turn = useRef(0);
  const load = async (next: string | null): Promise<void> => {
    const own = (turn.current += 1);
    const isMore = next !== null;
    setState((before) => ({ ...before, loading: isMore ? 'more' : 'all' }));
    const result = await fetch(next);
    if (own !== turn.current) return;
    setState(({ data }) =>
      result.kind === 'ok'
        ? {
            data: isMore && data !== undefined ? joined(data, result.data) : result.data,
            failure: null,
            loading: null,
          }
        : { data, failure: { ...result, isMore }, loading: null },
    );
  };
  const loadAll = useEffectEvent(() => void load(null));
  useEffect(() => {
    loadAll();
    return () => {
      turn.current += 1;
    };
  }, [key]);
  const next = (state.data as Pages | undefined)?.next ?? null;
  return {
    ...state,
    reload: () => void load(null),
    loadMore: next === null ? null : () => void (state.loading === null && load(next)),
  };
}

const joined = <Data,>(before: Data, more: Data): Data => ({
  ...more,
  results: [before, more].flatMap((page) => (page as Pages).results ?? []),
});

interface Props<Data> {
  /** Of the API. */
  path: string;
  anonymous?: boolean;
  waiting: string;
  /** Replaces the sentence about a failure. */
  failed?: ShownFailure;
  children: (data: Data, of: Fetched<Data>) => ReactNode;
}

/** Fetches the data of a form once, then shows the form. A failed request can be repeated. */
export function WithFetched<Data>({ path, anonymous = false, waiting, failed, children }: Props<Data>) {
  const fetched = useFetched(path, (next) => callApi<Data>('GET', pagePath(path, {}, next), { anonymous }));
  const { data, failure, loading, reload } = fetched;
  if (data !== undefined) return children(data, fetched);
  if (loading || !failure) return <p className="soft">{waiting}</p>;
  return <Failure failure={failure} onRetry={reload} {...failed} />;
}

interface FailureProps extends Partial<ShownFailure> {
  failure: ApiFailure;
  onRetry: () => void;
}

export function Failure({ failure, onRetry, ...own }: FailureProps) {
  const { message, detail } = { ...showFailure(failure), ...own };
  return (
    <Notice kind="error" title={message} role="alert">
      {detail !== undefined && <p>{detail}</p>}
      {failure.kind === 'error' && failure.status === 401 ? (
        <LoginLink from={thisPage()} />
      ) : (
        <TextButton onClick={onRetry}>{siteMessages.errors.tryAgain}</TextButton>
      )}
    </Notice>
  );
}

interface MoreProps {
  of: Pick<Fetched<unknown>, 'failure' | 'loading' | 'loadMore'>;
  /** Selects the rows of the list, which is beside this. */
  rows: string;
}

/** The button that fetches the next page of a list, and why that failed. Below a list that has more. */
export function More({ of: { failure, loading, loadMore }, rows }: MoreProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = (): HTMLElement[] => [
    ...(box.current?.parentElement?.querySelectorAll<HTMLElement>(rows) ?? []),
  ];
  /** How many rows there were when more were asked for. */
  const asked = useRef<number | null>(null);
  useEffect(() => {
    if (asked.current === null || loading !== null) return;
    const first = shown()[asked.current];
    asked.current = null;
    // After the last page the button is gone, and the focus with it.
    if (document.activeElement === document.body)
      (first?.querySelector<HTMLElement>('a, button') ?? first?.querySelector('input'))?.focus();
  });
  return (
    <div ref={box}>
      {failure?.isMore && <Failure failure={failure} onRetry={() => loadMore?.()} />}
      {loadMore && (
        <Button
          aria-disabled={loading === 'more'}
          aria-busy={loading === 'more'}
          onClick={() => {
            asked.current = shown().length;
            loadMore();
          }}
        >
          {siteMessages.user.more}
        </Button>
      )}
    </div>
  );
}

/** Labels with what they stand for, in the order of a record, which does not change while they are shown. */
export const Facts = ({
  of,
  className,
}: {
  of: readonly (readonly [ReactNode, ReactNode])[];
  className?: string;
}) => (
  <dl className={className}>
    {of.map(([label, fact], index) => (
      <div key={index}>
        <dt>{label}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);

export type Cell = string | number;

/** The first cell of a row is its heading. */
export const FigureTable = ({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}) => (
  <table>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([heading, ...cells]) => (
        <tr key={heading}>
          <th scope="row">{heading}</th>
          {cells.map((cell, at) => (
            <td key={at}>{cell.toLocaleString('en')}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
