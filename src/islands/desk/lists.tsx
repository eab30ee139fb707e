// The queue, and the list that the pages of listings and accounts show as well.
import { useRef, useState, type ReactNode } from 'react';
import type { Paged } from '../../lib/client/api/api.ts';
import { postDesk } from '../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../lib/shared/addresses/desk-urls.ts';
import { caseKinds, caseStates, type QueueItemJson } from '../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { Select } from '../forms/choices.tsx';
import { Button, TextButton } from '../ui/Button.tsx';
import { BulkPanel, RecentBulk } from './decisions.tsx';
import { ActionStatus, useAction } from './shell/actions.tsx';
import { focusOn, useShortcuts } from './shell/keys.ts';
import { Note, TouchLink, useLoaded, useQuery, WithLoaded } from './shell/parts.tsx';
import { counted, dueWords, reasonWords } from './shell/words.ts';

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
  const select = () => rows[at]?.listing && toggle(rows[at].listing);
  useShortcuts([
    { key: 'j', label: 'Next row', run: () => move(at + 1) },
    { key: 'k', label: 'Previous row', run: () => move(at === -1 ? rows.length - 1 : at - 1) },
    ...keys.map(({ run, ...key }) => ({ ...key, run: () => rows[at] && run(rows[at].one) })),
    ...(isSelectable ? [{ key: 'x', label: 'Select the row', run: select }] : []),
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
      {decided && (
        <BulkPanel
          target={{ listings: decided }}
          about={counted(decided.length, 'listing')}
          onClose={() => setDecided(null)}
        />
      )}
      {bulk === 'select-and-undo' && !decided && <RecentBulk />}
    </>
  );
}

interface FilterMenu {
  label: string;
  none: string;
  options: Record<string, string>;
}

const menus: Record<string, FilterMenu> = {
  state: {
    label: 'State',
    none: 'Open',
    options: { waiting: caseStates.waiting, decided: caseStates.decided },
  },
  kind: { label: 'Kind', none: 'All', options: caseKinds },
  reason: { label: 'Reason', none: 'All', options: reasonWords },
  due: { label: 'Due', none: 'Any time', options: { overdue: 'Overdue', today: 'Within 24 hours' } },
  older_than_days: {
    label: 'Age',
    none: 'Any',
    options: { 1: 'Over a day', 5: 'Over 5 days', 30: 'Over 30 days' },
  },
  mine: { label: 'Assigned to', none: 'Anyone', options: { 1: 'Me' } },
};

export function Queue({ me }: { me: StaffJson }) {
  const [query, setFilter] = useQuery();
  // Ignores what is no filter, such as a value of an earlier version.
  const filter = Object.fromEntries(
    [...query].filter(([name, value]) => Object.hasOwn(menus[name]?.options ?? {}, value)),
  );
  const action = useAction();
  const assign =
    (what: 'claim' | 'release', says: string) =>
    ({ number, version }: QueueItemJson) =>
      void action.run({ send: () => postDesk(`cases/${number}/${what}/`, { version }), says });
  useShortcuts([{ key: '/', label: 'Filter', run: () => focusOn('select') }]);

  return (
    <>
      <fieldset className="desk-filters">
        <legend className="unseen">Filter the queue</legend>
        {Object.entries(menus).map(([name, { label, ...menu }]) => (
          <div key={name} className="field-box">
            <label className="soft small" htmlFor={`filter-${name}`}>
              {label}
            </label>
            <Select
              id={`filter-${name}`}
              value={filter[name] ?? ''}
              {...menu}
              onChange={(value) => setFilter(name, value)}
            />
          </div>
        ))}
      </fieldset>
      <ActionStatus action={action} />
      <Rows<QueueItemJson>
        path="cases/"
        filter={filter}
        says={(count) => `${counted(count, 'case')}, overdue first`}
        none={Object.keys(filter).length > 0 ? 'No matching cases' : 'No open cases'}
        rowOf={(item) => ({
          id: item.number,
          href: deskUrls.case(item.number),
          title: item.subject.name || 'Deleted',
          listing: item.subject.kind === 'app' ? item.subject.id : undefined,
          mark: dueWords(item),
          isUrgent: item.is_overdue,
          text: (
            <>
              <p>
                {caseKinds[item.kind]}: {reasonWords[item.reason]}
                {item.reports > 0 && `, ${counted(item.reports, 'report')}`}
              </p>
              <Note>
                {item.number}, {item.subject.kind}, opened {formatDateTime(item.opened_at)}
              </Note>
            </>
          ),
          side: item.assigned_to && (
            <Note>Assigned to {item.assigned_to.id === me.id ? 'you' : item.assigned_to.name}</Note>
          ),
        })}
        keys={[
          { key: 'c', label: 'Assign the case to me', run: assign('claim', 'Assigned to you') },
          { key: 'r', label: 'Unassign the case', run: assign('release', 'Unassigned') },
        ]}
        bulk="select-and-undo"
      />
    </>
  );
}
