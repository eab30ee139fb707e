import { useRef, useState, type ReactNode } from 'react';
import type { Paged } from '../../../lib/client/api/api.ts';
import { useShortcuts } from '../shell/keys.ts';
import { TouchLink, useLoaded, WithLoaded } from '../shell/parts.tsx';
import { counted } from '../shell/words.ts';
import { BulkPanel, RecentBulk } from './Bulk.tsx';
import { Button, TextButton } from '../../ui/Button.tsx';

interface Row {
  id: string;
  href: string;
  title: string;
  text: ReactNode;
  mark: string;
  isUrgent?: boolean;
  side?: ReactNode;
  /** Id of the listing that can be part of a bulk action. */
  listing?: string | undefined;
}

interface Props<One> {
  /** Of the list, below /desk/. */
  path: string;
  filter: Record<string, string>;
  rowOf: (one: One) => Row;
  says: (count: number) => string;
  /** In place of an empty list. */
  none: string;
  keys?: readonly { key: string; label: string; run: (row: One) => void }[];
  /** Whether listings can be selected, to decide on all of them at once, and whether earlier decisions are below. */
  bulk?: 'select' | 'select-and-undo' | undefined;
}

/**
 * A list of links to pages of the desk. j and k move the focus from link to link, so that Enter opens it and screen
 * readers read it.
 */
export function Rows<One>({ path, filter, rowOf, says, none, keys = [], bulk }: Props<One>) {
  const list = useLoaded<Paged<One>>(path, filter);
  const rows = (list.data?.results ?? []).map((one) => ({ one, ...rowOf(one) }));
  const element = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [decided, setDecided] = useState<readonly string[] | null>(null);
  const isSelectable = bulk !== undefined && !decided;
  const listings = [...new Set(rows.flatMap(({ listing }) => listing ?? []))];
  // What has left the list is no longer chosen.
  const selected = listings.filter((id) => chosen.includes(id));
  const toggle = (id: string): void =>
    setChosen(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  const at = rows.findIndex(({ id }) => id === current);
  const move = (to: number): void => element.current?.children[to]?.querySelector<HTMLElement>('a')?.focus();
  const select = {
    key: 'x',
    label: 'Select the row',
    run: () => rows[at]?.listing && toggle(rows[at].listing),
  };
  useShortcuts([
    { key: 'j', label: 'Next row', run: () => move(at + 1) },
    { key: 'k', label: 'Previous row', run: () => move(at === -1 ? rows.length - 1 : at - 1) },
    ...keys.map(({ run, ...key }) => ({ ...key, run: () => rows[at] && run(rows[at].one) })),
    ...(isSelectable ? [select] : []),
  ]);
  const isAll = selected.length === listings.length;
  return (
    <>
      <WithLoaded of={list}>
        {({ count }) => (
          <>
            <p className={rows.length === 0 ? 'soft desk-empty' : 'soft small'} role="status">
              {rows.length === 0 ? none : says(count)}
            </p>
            {isSelectable && listings.length > 1 && (
              <TextButton onClick={() => setChosen(isAll ? [] : listings)}>
                {isAll ? 'Clear selection' : `Select all ${String(listings.length)} shown`}
              </TextButton>
            )}
            <ul className="desk-list" ref={element}>
              {rows.map(({ id, href, title, text, mark, isUrgent = false, side, listing = '' }) => (
                <li key={id} className="desk-row" onFocus={() => setCurrent(id)}>
                  {isSelectable && (
                    <label className="desk-check">
                      <input
                        type="checkbox"
                        checked={selected.includes(listing)}
                        disabled={listing === ''}
                        onChange={() => toggle(listing)}
                      />
                      <span className="unseen">Select {title}</span>
                    </label>
                  )}
                  <div className="desk-row-text">
                    <TouchLink href={href}>{title}</TouchLink>
                    {text}
                  </div>
                  <div className="cluster desk-row-side">
                    <p className={isUrgent ? 'tag overdue' : 'tag'}>{mark}</p>
                    {side}
                  </div>
                </li>
              ))}
            </ul>
            {isSelectable && selected.length > 0 && (
              <div className="bottom-bar desk-bar">
                <p>{counted(selected.length, 'listing')} selected</p>
                <Button className="button" data-opens-bulk onClick={() => setDecided(selected)}>
                  Decide
                </Button>
                <Button onClick={() => setChosen([])}>Clear selection</Button>
              </div>
            )}
          </>
        )}
      </WithLoaded>
      {decided && <BulkPanel target={decided} onClose={() => setDecided(null)} />}
      {bulk === 'select-and-undo' && !decided && <RecentBulk />}
    </>
  );
}
