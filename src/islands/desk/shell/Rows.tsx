import { useRef, useState, type ReactNode } from 'react';
import { useShortcuts } from './keys.ts';
import { counted } from './words.ts';

export interface DeskRow {
  id: string;
  href: string;
  title: string;
  /** Below the title. */
  text: ReactNode;
  /** At the end of the row. */
  mark: string;
  isUrgent?: boolean;
  side?: ReactNode;
  /** False for one that cannot be part of a bulk action. */
  isListing?: boolean;
}

interface Props {
  rows: readonly DeskRow[];
  /** Keys that act on the row with the focus. */
  keys?: readonly { key: string; label: string; run: (id: string) => void }[];
  /** Decides on the selected listings at once. Left out where nothing can be selected. */
  onDecide?: ((ids: readonly string[]) => void) | undefined;
}

/**
 * A list of links to pages of the desk. j and k move the focus from link to link, so that Enter opens it and screen
 * readers read it.
 */
export function Rows({ rows, keys = [], onDecide }: Props) {
  const list = useRef<HTMLUListElement>(null);
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
    list.current?.children[to]?.querySelector<HTMLElement>('a')?.focus();
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
  return (
    <>
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
      <ul className="desk-list" ref={list}>
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
              <a href={href}>{title}</a>
              {text}
            </div>
            <div className="desk-row-side">
              <p className={isUrgent ? 'desk-mark overdue' : 'desk-mark'}>{mark}</p>
              {side}
            </div>
          </li>
        ))}
      </ul>
      {onDecide && selected.length > 0 && (
        <div className="desk-bar">
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
}
