import { useState } from 'react';
import { bulkApi } from '../../../lib/client/api/desk/bulk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { BulkPanel } from '../bulk/BulkPanel.tsx';
import { RecentBulk } from '../bulk/RecentBulk.tsx';
import { useList } from '../loading/use-list.ts';
import { DeskPage } from '../shell/DeskPage.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { ListingChoice } from './ListingChoice.tsx';

export default function ListingsDesk() {
  return (
    <DeskPage part="listings" title="Listings">
      {() => <Listings />}
    </DeskPage>
  );
}

const searchedFor = (): string => new URLSearchParams(location.search).get('name') ?? '';

function Listings() {
  const [name, setName] = useState(searchedFor);
  const [target, setTarget] = useState<readonly string[] | null>(null);
  const [round, setRound] = useState(0);
  const list = useList(name, (next) => bulkApi.listings({ name }, next));
  useShortcuts([{ key: '/', label: 'Search', run: () => document.getElementById('name')?.focus() }]);
  return (
    <>
      <form
        className="desk-search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('name');
          const next = typeof typed === 'string' ? typed.trim() : '';
          history.replaceState(null, '', deskUrls.listings(next));
          setName(next);
        }}
      >
        <div className="field">
          <label htmlFor="name">Beginning of the name</label>
          <div className="field-box">
            <input id="name" name="name" type="search" defaultValue={name} autoComplete="off" />
          </div>
        </div>
        <button className="button" type="submit">
          Find
        </button>
      </form>
      {target && (
        <BulkPanel
          target={{ kind: 'listings', ids: target }}
          onDone={list.reload}
          onClose={() => {
            setTarget(null);
            setRound(round + 1);
          }}
        />
      )}
      <ListingChoice key={name} list={list} showsOwner onDecide={target ? undefined : setTarget} />
      <RecentBulk key={round} onChange={list.reload} />
    </>
  );
}
