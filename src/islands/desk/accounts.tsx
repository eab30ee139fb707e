// Accounts and listings at the desk: their lists, an account with what staff can do, and the proofs of a listing.
import { listDesk, postDesk } from '../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { DeskListingJson, DeskProofJson, DeskProofsJson } from '../../lib/shared/schemas/cases.ts';
import {
  accountStates,
  type DeskAccountDetailJson,
  type DeskAccountJson,
  type StaffJson,
} from '../../lib/shared/schemas/desk.ts';
import { roles } from '../../lib/shared/schemas/factors.ts';
import { proofLimits, proofStates, proofWays } from '../../lib/shared/schemas/proofs.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { withinSentence } from '../../lib/shared/text/text.ts';
import { RecentBulk, useBulk } from './cases/Bulk.tsx';
import { DecisionRecord } from './cases/decisions.tsx';
import { DeskForm } from './shell/DeskForm.tsx';
import { ActionButton, ActionStatus, useAction } from './shell/actions.tsx';
import { leaveFor, useShortcuts } from './shell/keys.ts';
import { useLoaded } from './shell/loading.tsx';
import { Note, SearchForm, Section, useQuery, Rows } from './shell/parts.tsx';
import { counted } from './shell/words.ts';

export function Accounts() {
  const [{ q }, search] = useQuery(['q']);
  return (
    <>
      <SearchForm
        name="q"
        label="Name, email, handle or id"
        asked={q}
        onSearch={(text) => search('q', text)}
      />
      {q !== '' && <Results key={q} q={q} />}
    </>
  );
}

const Results = ({ q }: { q: string }) => (
  <Rows
    of={useLoaded(q, (next) => listDesk<DeskAccountJson>('accounts/', { q }, next))}
    isPart
    says={(count) => `${counted(count, 'account')} found`}
    none="No accounts found"
    rowOf={({ id, name, email, handle, role, state, created_at: createdAt }) => ({
      id,
      href: deskUrls.account(id),
      title: name || 'No name',
      text: (
        <>
          <p>
            {email}
            {handle !== null && `, @${handle}`}
          </p>
          <Note>Since {formatDateTime(createdAt)}</Note>
        </>
      ),
      mark: accountStates[state],
      isUrgent: state === 'suspended',
      side: role !== 'member' && <Note>{roles[role]}</Note>,
    })}
  />
);

/** An account: what it has, what was decided about it, and what staff can do. */
export function Account({ account, me }: { account: DeskAccountDetailJson; me: StaffJson }) {
  const bulk = useBulk();
  const { id, name, email, handle, role, state, suspended_at: suspendedAt } = account;
  const mayDecide = id !== me.id;
  return (
    <>
      <section className="desk-case-head" aria-labelledby="account-name">
        <h2 id="account-name">{state === 'open' ? <a href={urls.user(id)}>{name}</a> : name || 'No name'}</h2>
        <p>
          {email}
          {handle !== null && `, @${handle}`}
        </p>
        <p className="soft">
          {accountStates[state]}, {roles[role].toLowerCase()}, since {formatDateTime(account.created_at)}
        </p>
        {suspendedAt !== null && (
          <p>
            Suspended {formatDateTime(suspendedAt)}: {account.suspension_reason}
          </p>
        )}
        <Note>{id}</Note>
      </section>
      <div className="columns desk-columns">
        <div>
          {account.listings_count === 0 ? (
            <p className="soft">No listings</p>
          ) : (
            <Section title="Listings">
              <ListingList of={{ account: id }} onDecide={mayDecide ? bulk.decideOn : undefined} />
            </Section>
          )}
          <DecisionRecord title="Decisions" decisions={account.decisions} strikes={account.strikes} />
        </div>
        <div>
          {bulk.panel}
          {mayDecide && bulk.decideOn && (
            <Section title="Whole account" className="sheet">
              <p>Limit, hold, remove or restore all of its listings at once, or suspend the account.</p>
              <button
                className="button"
                type="button"
                data-opens-bulk
                onClick={() => bulk.decideOn?.({ account: id, name: name || email })}
              >
                Decide on the whole account
              </button>
            </Section>
          )}
          <Sessions account={account} />
          {mayDecide && <AccountForms account={account} isAdmin={me.role === 'admin'} />}
        </div>
      </div>
    </>
  );
}

/** What staff may do for the person who owns the account. */
function Sessions({ account: { id, state, sessions } }: { account: DeskAccountDetailJson }) {
  const action = useAction();
  return (
    <Section title="Sessions" className="sheet">
      <p>{sessions === 0 ? 'No active sessions' : counted(sessions, 'active session')}</p>
      <div className="cluster">
        <ActionButton
          action={action}
          isOff={sessions === 0}
          send={() => postDesk(`accounts/${id}/end-sessions/`)}
          says="All sessions ended"
        >
          End all sessions
        </ActionButton>
        {state === 'unverified' && (
          <ActionButton
            action={action}
            send={() => postDesk(`accounts/${id}/verification/`)}
            says="Verification email sent"
          >
            Resend verification email
          </ActionButton>
        )}
      </div>
      <ActionStatus action={action} />
    </Section>
  );
}

function AccountForms({ account, isAdmin }: { account: DeskAccountDetailJson; isAdmin: boolean }) {
  const { id, state, listings_count: count } = account;
  return (
    <>
      <DeskForm
        name={`app-limit:${id}`}
        title="App limit"
        fields={{
          app_limit: {
            label: 'Maximum number of apps',
            kind: 'number',
            hint: `${counted(count, 'app')} now.`,
          },
        }}
        saved={account}
        send={(input) => postDesk(`accounts/${id}/app-limit/`, input)}
        action="Save limit"
        says="Limit saved"
      />
      {isAdmin && state === 'open' && (
        <DeskForm
          name={`role:${id}`}
          title="Role"
          fields={{
            role: {
              label: 'Role',
              options: roles,
              hint: 'Taking rights away ends the sessions of the account.',
            },
          }}
          saved={account}
          send={(input) => postDesk(`accounts/${id}/role/`, input)}
          action="Save role"
          says="Role saved"
        />
      )}
      {isAdmin && (
        <DeskForm
          name={`delete:${id}`}
          title="Delete the account and everything in it"
          fields={{
            email: {
              label: 'Email of the account',
              kind: 'email',
              hint: 'To confirm. Do this only if its owner has asked for it: nothing brings it back.',
            },
          }}
          send={(input) => postDesk(`accounts/${id}/delete/`, input)}
          action="Delete account"
          danger
          says="Account closed. Its listings and data are being deleted."
        />
      )}
    </>
  );
}

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

interface ListProps {
  of: { name: string } | { account: string };
  /** Left out where the caller may not decide. */
  onDecide: ((ids: readonly string[]) => void) | undefined;
}

/** Listings in every state, to be selected for one decision. */
const ListingList = ({ of, onDecide }: ListProps) => (
  <Rows
    of={useLoaded('listings', (next) => listDesk<DeskListingJson>('listings/', of, next))}
    says={(count) => counted(count, 'listing')}
    none="No listings found"
    onDecide={onDecide}
    rowOf={({ id, name, name_id: nameId, state, owner }) => ({
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
    })}
  />
);

/** What has been proved about a listing, and by whom. */
export function Proofs({ proofs: { listing, results }, me }: { proofs: DeskProofsJson; me: StaffJson }) {
  const back = `${deskUrls.part('listings')}?name=${encodeURIComponent(listing.name)}`;
  useShortcuts([{ key: 'l', label: 'Back to the listings', run: () => leaveFor(back) }]);
  return (
    <>
      <p>
        <a className="touch-link" href={urls.app(listing.name_id)}>
          {listing.name}
        </a>{' '}
        <span className="tag">{listing.state}</span>
      </p>
      {results.map((proof) => (
        <Section
          key={proof.account.id}
          className="sheet"
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
        <span className="tag">{proofStates[state]}</span>{' '}
        {name !== '' && (
          <>
            <b>{name}</b>
            {way && ` (${withinSentence(proofWays[way])})`}
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

/** Blocks the proofs of one account for this listing, or allows them again. */
function BlockForm({ nameId, proof: { account, state } }: { nameId: string; proof: DeskProofJson }) {
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
      send={(input) => postDesk(`listings/${nameId}/proof/`, input)}
      action={isBlocked ? 'Allow proofs' : 'Block proofs'}
      danger={!isBlocked}
      says={isBlocked ? 'Proofs allowed' : 'Proofs blocked'}
    />
  );
}
