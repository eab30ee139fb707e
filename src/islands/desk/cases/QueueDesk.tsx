import { useEffect, useState } from 'react';
import { casesApi } from '../../../lib/client/api/desk/cases-api.ts';
import type { QueueItemJson } from '../../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { BulkPanel } from '../bulk/BulkPanel.tsx';
import { ChosenBar } from '../bulk/ChosenBar.tsx';
import { RecentBulk } from '../bulk/RecentBulk.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { MoreButton } from '../loading/MoreButton.tsx';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { useList } from '../loading/use-list.ts';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { filterOf, searchOf, type Filter } from './queue-filter.ts';
import { firstFilter, QueueFilters } from './QueueFilters.tsx';
import { QueueRow } from './QueueRow.tsx';
import { counted } from './words.ts';

export default function QueueDesk() {
  return (
    <DeskPage part="queue" title="Queue">
      {(me) => <Queue me={me} />}
    </DeskPage>
  );
}

function useFilter(): [Filter, (filter: Filter) => void] {
  const [filter, setFilter] = useState(() => filterOf(location.search));
  useEffect(() => {
    const follow = (): void => setFilter(filterOf(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const change = (next: Filter): void => {
    history.pushState(null, '', location.pathname + searchOf(next));
    setFilter(next);
  };
  return [filter, change];
}

const isListing = ({ subject }: QueueItemJson): boolean => subject.kind === 'app';

function Queue({ me }: { me: StaffJson }) {
  const [filter, setFilter] = useFilter();
  const list = useList(searchOf(filter), (next) => casesApi.queue(filter, next));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  /** Ids of the listings that are being decided on. */
  const [target, setTarget] = useState<readonly string[] | null>(null);
  const [round, setRound] = useState(0);
  const action = useAction();
  const rows = list.data?.results ?? [];
  // A case that has left the list is no longer chosen.
  const selected = rows.filter((item) => chosen.includes(item.number) && isListing(item));
  const choose = (number: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? [...before, number] : before.filter((one) => one !== number)));

  const keys = useRowKeys(rows.map(({ number }) => number));
  const current = rows.find(({ number }) => number === keys.current);
  const changeCurrent = (name: 'claim' | 'release', says: string): void => {
    if (!current) return;
    const { number, version } = current;
    void action.run(() => casesApi[name](number, { version }), { says, done: list.reload });
  };
  useShortcuts([
    ...keys.shortcuts,
    { key: 'c', label: 'Take the case', run: () => changeCurrent('claim', 'Taken.') },
    { key: 'r', label: 'Release the case', run: () => changeCurrent('release', 'Released.') },
    {
      key: 'x',
      label: 'Choose the case, for an action on many',
      run: () => current && isListing(current) && choose(current.number, !chosen.includes(current.number)),
    },
    { key: '/', label: 'Filter', run: () => document.getElementById(firstFilter)?.focus() },
  ]);

  return (
    <>
      <QueueFilters filter={filter} onChange={setFilter} />
      <Said action={action} />
      <WithLoaded loaded={list} waiting="Fetching the queue ...">
        {({ count }) =>
          rows.length === 0 ? (
            <p className="desk-empty">Nothing waits here.</p>
          ) : (
            <>
              <p className="soft small">{counted(count, 'case')}, overdue first</p>
              <ul className="desk-list" ref={keys.ref}>
                {rows.map((item) => (
                  <QueueRow
                    key={item.number}
                    item={item}
                    me={me.id}
                    isChosen={selected.includes(item)}
                    onChoose={isListing(item) ? (isChosen) => choose(item.number, isChosen) : undefined}
                    onFocus={() => keys.setCurrent(item.number)}
                  />
                ))}
              </ul>
              <MoreButton list={list} />
            </>
          )
        }
      </WithLoaded>
      {selected.length > 0 && !target && (
        <ChosenBar
          count={selected.length}
          onDecide={() => setTarget([...new Set(selected.map(({ subject }) => subject.id))])}
          onClear={() => setChosen([])}
        />
      )}
      {target && (
        <BulkPanel
          target={{ kind: 'listings', ids: target }}
          onDone={list.reload}
          onClose={() => {
            setTarget(null);
            setChosen([]);
            setRound(round + 1);
          }}
        />
      )}
      <RecentBulk key={round} onChange={list.reload} />
    </>
  );
}
