import { useState } from 'react';
import { deskProofsApi } from '../../../lib/client/api/desk/proofs-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import type { DeskProofsJson } from '../../../lib/shared/schemas/cases.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { lastSegment } from '../shell/last-segment.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { ProofSheet } from './ProofSheet.tsx';

/** What has been proved about a listing, and by whom. */
export default function ProofsDesk() {
  return (
    <DeskPage part="listings" title="Proofs">
      {(me) => <Fetched me={me} />}
    </DeskPage>
  );
}

function Fetched({ me }: { me: StaffJson }) {
  const [nameId] = useState(lastSegment);
  const loaded = useLoaded(nameId, () => deskProofsApi.list(nameId));
  return (
    <WithLoaded loaded={loaded} waiting="Fetching the proofs ...">
      {(proofs) => <Proofs proofs={proofs} me={me} onChange={loaded.reload} />}
    </WithLoaded>
  );
}

interface Props {
  proofs: DeskProofsJson;
  me: StaffJson;
  onChange: () => void;
}

function Proofs({ proofs: { listing, results }, me, onChange }: Props) {
  useShortcuts([
    { key: 'l', label: 'Back to the listings', run: () => location.assign(deskUrls.listings(listing.name)) },
  ]);
  return (
    <>
      <p>
        <a className="touch-link" href={urls.app(listing.name_id)}>
          {listing.name}
        </a>{' '}
        <span className="desk-mark">{listing.state}</span>
      </p>
      {results.map((proof) => (
        <ProofSheet
          key={proof.account.id}
          nameId={listing.name_id}
          proof={proof}
          isOwn={proof.account.id === me.id}
          onChange={onChange}
        />
      ))}
    </>
  );
}
