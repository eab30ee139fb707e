// Pieces that many screens of the desk have.
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { FieldFrame } from '../../forms/Field.tsx';
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

/** Facts below a title, in small print. */
export const Note = ({ children }: { children: ReactNode }) => <p className="soft small">{children}</p>;

interface Block {
  id: string;
  title: ReactNode;
  /** Below the title; '' for nothing. */
  text?: ReactNode;
  /** In small print. */
  note?: ReactNode;
}

interface BlocksProps extends Omit<SectionProps, 'children'> {
  rows: readonly Block[];
}

/** A list of what is more than a link: reports, events, decisions. Nothing where there are none. */
export const Blocks = ({ rows, ...section }: BlocksProps) =>
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
