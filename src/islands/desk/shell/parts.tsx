// Pieces that many screens of the desk have.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { FieldFrame } from '../../forms/Field.tsx';
import { useShortcuts } from './keys.ts';

interface SectionProps {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page with its heading. */
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
  /** What was searched for. */
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
      className="desk-search"
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
