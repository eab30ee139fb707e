import { useState } from 'react';
import { bulkApi } from '../../../lib/client/api/desk/bulk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { BulkPanel } from '../bulk/BulkPanel.tsx';
import { RecentBulk } from '../bulk/RecentBulk.tsx';
import { useList } from '../loading/use-list.ts';
import { DeskPage } from '../shell/DeskPage.tsx';
import { SearchForm } from '../shell/SearchForm.tsx';
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
  const search = (text: string): void => {
    const next = text.trim();
    history.replaceState(null, '', deskUrls.listings(next));
    setName(next);
  };
  return (
    <>
      <SearchForm name="name" label="Beginning of the name" asked={name} onSearch={search} />
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
