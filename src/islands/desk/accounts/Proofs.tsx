import { listingsApi } from '../../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import type { DeskProofJson, DeskProofsJson } from '../../../lib/shared/schemas/cases.ts';
import { proofLimits, proofWayLabels, type ProofState } from '../../../lib/shared/schemas/proofs.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { withinSentence } from '../../../lib/shared/text/text.ts';
import { DeskForm } from '../shell/DeskForm.tsx';
import { leaveFor, useShortcuts } from '../shell/keys.ts';
import { Note, Section } from '../shell/parts.tsx';

const stateWords: Record<ProofState, string> = {
  none: 'Not verified',
  proved: 'Verified',
  failing: 'Failing',
  lapsed: 'Lapsed',
  blocked: 'Blocked',
};

interface Props {
  proofs: DeskProofsJson;
  me: StaffJson;
}

/** What has been proved about a listing, and by whom. */
export function Proofs({ proofs: { listing, results }, me }: Props) {
  const back = `${deskUrls.part('listings')}?name=${encodeURIComponent(listing.name)}`;
  useShortcuts([{ key: 'l', label: 'Back to the listings', run: () => leaveFor(back) }]);
  return (
    <>
      <p>
        <a className="touch-link" href={urls.app(listing.name_id)}>
          {listing.name}
        </a>{' '}
        <span className="desk-mark">{listing.state}</span>
      </p>
      {results.map((proof) => (
        <Section
          key={proof.account.id}
          className="sheet desk-proof"
          title={
            <>
              {proof.is_owner ? 'Owner: ' : 'Claimed by: '}
              <a href={deskUrls.account(proof.account.id)}>{proof.account.name || 'a deleted account'}</a>
            </>
          }
        >
          <ProofFacts proof={proof} />
          {proof.account.id === me.id ? (
            <p>This proof is your own, so someone else has to decide about it.</p>
          ) : (
            <BlockForm nameId={listing.name_id} proof={proof} />
          )}
        </Section>
      ))}
    </>
  );
}

function ProofFacts({ proof }: { proof: DeskProofJson }) {
  const { account, checked_at: checkedAt, name, next_check_at: nextCheckAt, problem, state, way } = proof;
  return (
    <>
      <p className="soft">{account.email}</p>
      <p>
        <span className="desk-mark">{stateWords[state]}</span>{' '}
        {name !== '' && (
          <>
            <b>{name}</b>
            {way && ` (${withinSentence(proofWayLabels[way])})`}
          </>
        )}
      </p>
      {problem !== '' && <p className="desk-text">{problem}</p>}
      <Note>
        {checkedAt !== null && `Last verified ${formatDateTime(checkedAt)}. `}
        {nextCheckAt !== null && `Next check ${formatDateTime(nextCheckAt)}.`}
      </Note>
      {proof.case !== null && (
        <p>
          <a className="touch-link" href={deskUrls.case(proof.case)}>
            Case {proof.case}
          </a>
        </p>
      )}
    </>
  );
}

interface BlockProps {
  nameId: string;
  proof: DeskProofJson;
}

/** Blocks the proofs of one account for this listing, or allows them again. */
function BlockForm({ nameId, proof: { account, state } }: BlockProps) {
  const isBlocked = state === 'blocked';
  return (
    <DeskForm
      name={`proof:${nameId}:${account.id}`}
      fields={{
        reason: {
          label: 'Reason',
          hint: isBlocked
            ? "Only the server's log keeps it."
            : 'The account gets it by email and sees it on its proof page.',
          max: proofLimits.reason,
          rows: 2,
        },
      }}
      input={(values) => ({ ...values, action: isBlocked ? 'free' : 'block', account: account.id })}
      send={(input) => listingsApi.blockProof(nameId, input)}
      action={isBlocked ? 'Allow proofs' : 'Block proofs'}
      danger={!isBlocked}
      says={isBlocked ? 'Proofs allowed' : 'Proofs blocked'}
    />
  );
}
