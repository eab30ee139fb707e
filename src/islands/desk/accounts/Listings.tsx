import { listingsApi } from '../../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { RecentBulk, useBulk } from '../cases/Bulk.tsx';
import { useLoaded, WithLoaded } from '../shell/loading.tsx';
import { Note, SearchForm, useQuery } from '../shell/parts.tsx';
import { Rows } from '../shell/Rows.tsx';
import { counted } from '../shell/words.ts';

export function Listings() {
  const [{ name }, search] = useQuery(['name']);
  const bulk = useBulk();
  return (
    <>
      <SearchForm
        name="name"
        label="Beginning of the name"
        asked={name}
        onSearch={(text) => search('name', text)}
      />
      {bulk.panel}
      <ListingList key={name} of={{ name }} onDecide={bulk.decideOn} />
      {!bulk.panel && <RecentBulk />}
    </>
  );
}

interface Props {
  of: { name: string } | { account: string };
  /** Left out where the caller may not decide. */
  onDecide: ((ids: readonly string[]) => void) | undefined;
}

/** Listings in every state, to be selected for one decision. */
export function ListingList({ of, onDecide }: Props) {
  const list = useLoaded('listings', (next) => listingsApi.list(of, next));
  return (
    <WithLoaded of={list}>
      {({ count = 0, results }) =>
        results.length === 0 ? (
          <p className="desk-empty">No listings found</p>
        ) : (
          <>
            <Note>{counted(count, 'listing')}</Note>
            <Rows
              rows={results.map(({ id, name, name_id: nameId, state, owner }) => ({
                id,
                href: urls.app(nameId),
                title: name,
                mark: state,
                text: (
                  <>
                    {'name' in of && (
                      <p>
                        <a className="touch-link" href={deskUrls.account(owner.id)}>
                          {owner.name}
                        </a>
                      </p>
                    )}
                    <p>
                      <a className="touch-link" href={deskUrls.proofs(nameId)}>
                        Proofs<span className="unseen"> of {name}</span>
                      </a>
                    </p>
                  </>
                ),
              }))}
              onDecide={onDecide}
            />
          </>
        )
      }
    </WithLoaded>
  );
}
