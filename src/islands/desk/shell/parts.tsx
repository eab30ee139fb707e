// Pieces that many screens of the desk have.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ListPage } from '../../../lib/client/api/desk-api.ts';
import { FieldFrame } from '../../forms/Field.tsx';
import type { Fetched } from '../../ui/fetched.tsx';
import { useShortcuts } from './keys.ts';
import { WithLoaded } from './loading.tsx';
import { counted } from './words.ts';

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

/** Facts below a title, in small print. */
export const Note = ({ children }: { children: ReactNode }) => <p className="soft small">{children}</p>;

export interface Block {
  id: string;
  title: ReactNode;
  /** Below the title; '' for nothing. */
  text?: ReactNode;
  /** In small print. */
  note?: ReactNode;
}

/** A list of what is more than a link: reports, events, decisions. */
export const Blocks = ({ rows }: { rows: readonly Block[] }) => (
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
);

interface MoveProps {
  name: string;
  /** From 0, of `count`. */
  place: number;
  count: number;
  /** @param to the new place, from 0 */
  onMove: (to: number) => void;
}

/** Two buttons that move a row up and down. At an end one does nothing, and keeps the focus. */
export const MoveButtons = ({ name, place, count, onMove }: MoveProps) =>
  ([-1, 1] as const).map((by) => {
    const isPossible = place + by >= 0 && place + by < count;
    return (
      <button
        key={by}
        className="text-button"
        type="button"
        aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
        aria-disabled={!isPossible}
        onClick={() => isPossible && onMove(place + by)}
      >
        {by < 0 ? 'Up' : 'Down'}
      </button>
    );
  });

interface SearchProps {
  /** Name and id of the field. */
  name: string;
  label: string;
  asked: string;
  onSearch: (text: string) => void;
}

/** The search field of a list, which the key `/` focuses. Emptying it shows the whole list again. */
export function SearchForm({ name, label, asked, onSearch }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
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
        onSearch(field.current?.value.trim() ?? '');
      }}
    >
      <FieldFrame id={name} label={label} note={null}>
        <input
          ref={field}
          id={name}
          name={name}
          type="search"
          defaultValue={asked}
          autoComplete="off"
          // The cross in the field empties it.
          onInput={({ currentTarget }) => currentTarget.value === '' && onSearch('')}
        />
      </FieldFrame>
      <button className="button" type="submit">
        Search
      </button>
    </form>
  );
}

/** A filter in the address, so that it can be shared, and returned to. @param names of its parameters */
export function useQuery<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (name: Name, value: string) => void] {
  const read = (): Record<Name, string> => {
    const query = new URLSearchParams(location.search);
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>;
  };
  const [query, setQuery] = useState(read);
  useEffect(() => {
    const follow = (): void => setQuery(read());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  });
  const change = (name: Name, value: string): void => {
    const next = new URLSearchParams(location.search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    history.pushState(null, '', `${location.pathname}${next.size === 0 ? '' : `?${next.toString()}`}`);
    setQuery(read());
  };
  return [query, change];
}

export interface DeskRow {
  id: string;
  href: string;
  title: string;
  text: ReactNode;
  mark: string;
  isUrgent?: boolean;
  side?: ReactNode;
  /** False for one that cannot be part of a bulk action. */
  isListing?: boolean;
}

interface RowsProps<One> {
  of: Fetched<ListPage<One>>;
  rowOf: (one: One) => DeskRow;
  /** Says above the list how many there are. */
  says: (count: number) => string;
  /** In place of an empty list. */
  none: string;
  /** Whether a person asked for it in a page that is there already. */
  isPart?: boolean;
  /** Keys that act on the row with the focus. */
  keys?: readonly { key: string; label: string; run: (id: string) => void }[];
  /** Decides on the selected listings at once. Left out where nothing can be selected. */
  onDecide?: ((ids: readonly string[]) => void) | undefined;
}

/**
 * A fetched list of links to pages of the desk. j and k move the focus from link to link, so that Enter opens it and
 * screen readers read it.
 */
export function Rows<One>(props: RowsProps<One>) {
  const { of, rowOf, says, none, isPart = false, keys = [], onDecide } = props;
  const rows = of.data?.results.map(rowOf) ?? [];
  const element = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const listings = rows.filter(({ isListing = true }) => isListing).map(({ id }) => id);
  // What has left the list is no longer chosen.
  const selected = listings.filter((id) => chosen.includes(id));
  const choose = (id: string, isChosen: boolean): void =>
    setChosen(isChosen ? [...selected, id] : selected.filter((one) => one !== id));
  const move = (by: 1 | -1): void => {
    const at = rows.findIndex(({ id }) => id === current);
    const to = at === -1 && by === -1 ? rows.length - 1 : at + by;
    element.current?.children[to]?.querySelector<HTMLElement>('a')?.focus();
  };
  useShortcuts([
    { key: 'j', label: 'Next row', run: () => move(1) },
    { key: 'k', label: 'Previous row', run: () => move(-1) },
    ...keys.map(({ key, label, run }) => ({ key, label, run: () => current !== null && run(current) })),
    ...(onDecide
      ? [
          {
            key: 'x',
            label: 'Select the row',
            run: () =>
              current !== null && listings.includes(current) && choose(current, !selected.includes(current)),
          },
        ]
      : []),
  ]);
  const decide = (): void => {
    onDecide?.(selected);
    setChosen([]);
  };
  const list = ({ count = 0 }: ListPage<One>) => (
    <>
      <p className="soft small" role="status">
        {says(count)}
      </p>
      {onDecide && listings.length > 1 && (
        <button
          className="text-button"
          type="button"
          onClick={() => setChosen(selected.length === listings.length ? [] : listings)}
        >
          {selected.length === listings.length
            ? 'Clear selection'
            : `Select all ${String(listings.length)} shown`}
        </button>
      )}
      <ul className="desk-list" ref={element}>
        {rows.map(({ id, href, title, text, mark, isUrgent = false, side, isListing = true }) => (
          <li key={id} className="desk-row" onFocus={() => setCurrent(id)}>
            {onDecide && (
              <label className="desk-check">
                <input
                  type="checkbox"
                  checked={selected.includes(id)}
                  disabled={!isListing}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <span className="unseen">Select {title}</span>
              </label>
            )}
            <div className="desk-row-text">
              <a className="touch-link" href={href}>
                {title}
              </a>
              {text}
            </div>
            <div className="cluster desk-row-side">
              <p className={isUrgent ? 'tag overdue' : 'tag'}>{mark}</p>
              {side}
            </div>
          </li>
        ))}
      </ul>
      {onDecide && selected.length > 0 && (
        <div className="bottom-bar desk-bar">
          <p>{counted(selected.length, 'listing')} selected</p>
          <button className="button" type="button" data-opens-bulk onClick={decide}>
            Decide
          </button>
          <button className="button quiet" type="button" onClick={() => setChosen([])}>
            Clear selection
          </button>
        </div>
      )}
    </>
  );
  return (
    <WithLoaded of={of} isPart={isPart}>
      {(page) =>
        rows.length === 0 ? (
          <p className="soft desk-empty" role="status">
            {none}
          </p>
        ) : (
          list(page)
        )
      }
    </WithLoaded>
  );
}
