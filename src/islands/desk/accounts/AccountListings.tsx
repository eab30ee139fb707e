import { bulkApi } from '../../../lib/client/api/desk/bulk-api.ts';
import { useList } from '../loading/use-list.ts';
import { ListingChoice } from '../listings/ListingChoice.tsx';

interface Props {
  account: string;
  /** Left out where the caller may not decide. */
  onDecide: ((ids: readonly string[]) => void) | undefined;
}

/** What the account has listed, in every state. */
export function AccountListings({ account, onDecide }: Props) {
  const list = useList(account, (next) => bulkApi.listings({ account }, next));
  return (
    <section aria-labelledby="account-listings">
      <h2 id="account-listings">Listings</h2>
      <ListingChoice list={list} showsOwner={false} onDecide={onDecide} />
    </section>
  );
}
