import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { pagePath } from '../../../lib/client/api/api.ts';
import { $deskChanges, getDesk } from '../../../lib/client/api/desk-api.ts';
import { FieldFrame } from '../../forms/Field.tsx';
import { TextButton } from '../../ui/Button.tsx';
import { Failure, More, useFetched, type Fetched } from '../../ui/fetched.tsx';
import { useShortcuts } from './keys.ts';

interface SectionProps {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Section({ title, className, children }: SectionProps) {
  const id = useId();
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A link that is alone in its line. */
export const TouchLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="touch-link" href={href}>
    {children}
  </a>
);

export const Note = ({ children }: { children: ReactNode }) => <p className="soft small">{children}</p>;

interface Block {
  id: string;
  title: ReactNode;
  /** Below the title; '' for nothing. */
  text?: ReactNode;
  note?: ReactNode;
}

/** A list of what is more than a link: reports, events, decisions. Nothing where there are none. */
export const Blocks = ({ rows, ...section }: Omit<SectionProps, 'children'> & { rows: readonly Block[] }) =>
  rows.length > 0 && (
    <Section {...section}>
      <ul className="desk-list">
        {rows.map(({ id, title, text = '', note }) => (
          <li key={id} className="desk-block">
            <p>
              <b>{title}</b>
            </p>
            {text !== '' && <p className="desk-text">{text}</p>}
            <Note>{note}</Note>
          </li>
        ))}
      </ul>
    </Section>
  );

interface MoveProps {
  name: string;
  /** From 0, of `count`. */
  place: number;
  count: number;
  /** @param to the new place, from 0 @param says where it is now, in words */
  onMove: (to: number, says: string) => void;
}

/** Two buttons that move a row up and down. At an end one does nothing, and keeps the focus. */
export const MoveButtons = ({ name, place, count, onMove }: MoveProps) =>
  ([-1, 1] as const).map((by) => {
    const isPossible = place + by >= 0 && place + by < count;
    return (
      <TextButton
        key={by}
        aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onMove(place + by, `${name} moved to position ${place + by + 1}`)}
      >
        {by < 0 ? 'Up' : 'Down'}
      </TextButton>
    );
  });

interface OrderProps<Row> {
  rows: readonly Row[];
  row: Row;
  name: string;
  /** Ends the label of the button that removes: ' from the shelf'. */
  from?: string;
  onOrder: (rows: Row[], says: string) => void;
  /** Its row takes the focus with it. */
  onRemoved: () => void;
}

export function OrderButtons<Row>({ rows, row, name, from = '', onOrder, onRemoved }: OrderProps<Row>) {
  const others = rows.filter((one) => one !== row);
  const move = (to: number, says: string): void =>
    onOrder([...others.slice(0, to), row, ...others.slice(to)], says);
  return (
    <div className="cluster">
      <MoveButtons name={name} place={rows.indexOf(row)} count={rows.length} onMove={move} />
      <TextButton
        aria-label={`Remove ${name}${from}`}
        onClick={() => {
          onOrder(others, `${name} removed`);
          onRemoved();
        }}
      >
        Remove
      </TextButton>
    </div>
  );
}

const follow = (learn: () => void) => {
  addEventListener('popstate', learn);
  return () => removeEventListener('popstate', learn);
};

/** Filters in the address, so that they can be shared, and returned to. */
export function useQuery(): [URLSearchParams, (name: string, value: string) => void] {
  const query = new URLSearchParams(useSyncExternalStore(follow, () => location.search));
  const change = (name: string, value: string): void => {
    if (value === '') query.delete(name);
    else query.set(name, value);
    history.pushState(null, '', location.pathname + (query.size === 0 ? '' : `?${query.toString()}`));
    dispatchEvent(new PopStateEvent('popstate'));
  };
  return [query, change];
}

/** The search of a list, which the key `/` focuses. Emptying it shows the whole list again. @param name in the address */
export function SearchForm({ name, label }: { name: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [query, change] = useQuery();
  const asked = query.get(name) ?? '';
  useShortcuts([{ key: '/', label: 'Search', run: () => field.current?.focus() }]);
  useEffect(() => {
    // Going back shows another search.
    if (field.current) field.current.value = asked;
  }, [asked]);
  return (
    <form
      className="cluster desk-search"
      role="search"
      aria-label="Search this list"
      onSubmit={(event) => {
        event.preventDefault();
        change(name, field.current?.value.trim() ?? '');
      }}
    >
      <FieldFrame id={name} label={label} note={null}>
        <input
          ref={field}
          id={name}
          name={name}
          type="search"
          autoComplete="off"
          // The cross in the field empties it.
          onInput={({ currentTarget }) => currentTarget.value === '' && change(name, '')}
        />
      </FieldFrame>
      <button className="button" type="submit">
        Search
      </button>
    </form>
  );
}

/** Data that are fetched again after every change that staff make on the page. @param path below /desk/ */
export function useLoaded<Data>(path: string, filter: Partial<Record<string, string>> = {}) {
  const key = `${String(useStore($deskChanges))} ${pagePath(path, filter, null)}`;
  return useFetched(key, (next) => getDesk<Data>(pagePath(path, filter, next)));
}

export function WithLoaded<Data>({
  of,
  children,
}: {
  of: Fetched<Data>;
  children: (data: Data) => ReactNode;
}) {
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
