import { bulkApi } from '../../../lib/client/api/desk/bulk-api.ts';
import { MoreButton } from '../loading/MoreButton.tsx';
import { useList } from '../loading/use-list.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { BulkProgress } from './BulkProgress.tsx';

/** Earlier actions on many listings, which can be taken back. */
export function RecentBulk({ onChange }: { onChange: () => void }) {
  const list = useList('bulk', bulkApi.list);
  if (list.data?.results.length === 0) return null;
  return (
    <section className="section" aria-labelledby="recent-bulk">
      <h2 id="recent-bulk">Actions on many listings</h2>
      <WithLoaded loaded={list} waiting="Fetching earlier actions ...">
        {({ results }) => (
          <>
            <ul className="desk-list">
              {results.map((bulk) => (
                // Its state is part of the key, so that a newer answer replaces the shown one.
                <li key={bulk.number + bulk.state} className="desk-block">
                  <BulkProgress bulk={bulk} onChange={onChange} />
                </li>
              ))}
            </ul>
            <MoreButton list={list} />
          </>
        )}
      </WithLoaded>
    </section>
  );
}
