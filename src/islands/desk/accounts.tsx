// Accounts and listings at the desk: their lists, an account with what staff can do, and the proofs of a listing.
import { proofStates, proofWays } from '../../lib/shared/text/proof-texts.ts';
import { proofLimits } from '../../lib/shared/schemas/limits.ts';
import { useState, type ComponentProps } from 'react';
import { postDesk } from '../../lib/client/api/desk-api.ts';
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
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { withinSentence } from '../../lib/shared/text/text.ts';
import { BulkPanel, DecisionRecord } from './decisions.tsx';
import { Rows } from './lists.tsx';
import { DeskForm } from './shell/DeskForm.tsx';
import { ActionButton } from './shell/actions.tsx';
import { leaveFor, useShortcuts } from './shell/keys.ts';
import { Note, SearchForm, Section, TouchLink, useQuery } from './shell/parts.tsx';
import { counted } from './shell/words.ts';
import { Button } from '../ui/Button.tsx';

export function Accounts() {
  const q = useQuery()[0].get('q') ?? '';
  return (
    <>
      <SearchForm name="q" label="Name, email, handle or id" />
      {q !== '' && (
        <Rows<DeskAccountJson>
          key={q}
          path="accounts/"
          filter={{ q }}
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
      )}
    </>
  );
}

export function Account({ of: account, me }: { of: DeskAccountDetailJson; me: StaffJson }) {
  const [isDeciding, setDeciding] = useState(false);
  const { id, name, email, handle, role, state, suspended_at: suspendedAt } = account;
  const mayDecide = id !== me.id;
  return (
    <>
      <Section
        className="desk-case-head"
        title={state === 'open' ? <a href={urls.user(id)}>{name}</a> : name || 'No name'}
      >
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
      </Section>
      <div className="columns desk-columns">
        <div>
          {account.listings_count === 0 ? (
            <p className="soft">No listings</p>
          ) : (
            <Section title="Listings">
              <ListingList filter={{ account: id }} bulk={mayDecide ? 'select' : undefined} />
            </Section>
          )}
          <DecisionRecord title="Decisions" decisions={account.decisions} strikes={account.strikes} />
        </div>
        <div>
          {isDeciding && (
            <BulkPanel
              target={{ account: id }}
              about={`the whole account of ${name || email}`}
              onClose={() => setDeciding(false)}
            />
          )}
          {mayDecide && !isDeciding && (
            <Section title="Whole account" className="sheet">
              <p>Limit, hold, remove or restore all of its listings at once, or suspend the account.</p>
              <Button className="button" data-opens-bulk onClick={() => setDeciding(true)}>
                Decide on the whole account
              </Button>
            </Section>
          )}
          <Sessions account={account} />
          {mayDecide && <AccountForms account={account} isAdmin={me.role === 'admin'} />}
        </div>
      </div>
    </>
  );
}

const Sessions = ({ account: { id, state, sessions } }: { account: DeskAccountDetailJson }) => (
  <Section title="Sessions" className="sheet">
    <p>{sessions === 0 ? 'No active sessions' : counted(sessions, 'active session')}</p>
    <div className="cluster">
      <ActionButton
        isOff={sessions === 0}
        send={() => postDesk(`accounts/${id}/end-sessions/`)}
        says="All sessions ended"
      >
        End all sessions
      </ActionButton>
      {state === 'unverified' && (
        <ActionButton send={() => postDesk(`accounts/${id}/verification/`)} says="Verification email sent">
          Resend verification email
        </ActionButton>
      )}
    </div>
  </Section>
);

function AccountForms({ account, isAdmin }: { account: DeskAccountDetailJson; isAdmin: boolean }) {
  const { id, state, listings_count: count } = account;
  return (
    <>
      <DeskForm
        path={`accounts/${id}/app-limit/`}
        title="App limit"
        fields={{
          app_limit: {
            label: 'Maximum number of apps',
            kind: 'number',
            hint: `${counted(count, 'app')} now.`,
          },
        }}
        saved={account}
        action="Save limit"
        says="Limit saved"
      />
      {isAdmin && state === 'open' && (
        <DeskForm
          path={`accounts/${id}/role/`}
          title="Role"
          fields={{
            role: {
              label: 'Role',
              options: roles,
              hint: 'Taking rights away ends the sessions of the account.',
            },
          }}
          saved={account}
          action="Save role"
          says="Role saved"
        />
      )}
      {isAdmin && (
        <DeskForm
          path={`accounts/${id}/delete/`}
          title="Delete the account and everything in it"
          fields={{
            email: {
              label: 'Email of the account',
              kind: 'email',
              hint: 'To confirm. Do this only if its owner has asked for it: nothing brings it back.',
            },
          }}
          action="Delete account"
          danger
          says="Account closed. Its listings and data are being deleted."
        />
      )}
    </>
  );
}

export function Listings() {
  const name = useQuery()[0].get('name') ?? '';
  return (
    <>
      <SearchForm name="name" label="Beginning of the name" />
      <ListingList key={name} filter={{ name }} bulk="select-and-undo" />
    </>
  );
}

type ListProps = Pick<ComponentProps<typeof Rows>, 'bulk' | 'filter'>;

const ListingList = ({ filter, bulk }: ListProps) => (
  <Rows<DeskListingJson>
    path="listings/"
    filter={filter}
    says={(count) => counted(count, 'listing')}
    none="No listings found"
    bulk={bulk}
    rowOf={({ id, name, name_id: nameId, state, owner }) => ({
      id,
      href: urls.app(nameId),
      title: name,
      listing: id,
      mark: state,
      text: (
        <>
          {'name' in filter && (
            <p>
              <TouchLink href={deskUrls.account(owner.id)}>{owner.name}</TouchLink>
            </p>
          )}
          <p>
            <TouchLink href={deskUrls.proofs(nameId)}>
              Proofs<span className="unseen"> of {name}</span>
            </TouchLink>
          </p>
        </>
      ),
    })}
  />
);

export function Proofs({ of: { listing, results }, me }: { of: DeskProofsJson; me: StaffJson }) {
  const back = `${deskUrls.part('listings')}?name=${encodeURIComponent(listing.name)}`;
  useShortcuts([{ key: 'l', label: 'Back to the listings', run: () => leaveFor(back) }]);
  return (
    <>
      <p>
        <TouchLink href={urls.app(listing.name_id)}>{listing.name}</TouchLink>{' '}
        <span className="tag">{listing.state}</span>
      </p>
      {results.map((proof) => (
        <Proof
          key={proof.account.id}
          nameId={listing.name_id}
          proof={proof}
          isOwn={proof.account.id === me.id}
        />
      ))}
    </>
  );
}

function Proof({ nameId, proof, isOwn }: { nameId: string; proof: DeskProofJson; isOwn: boolean }) {
  const { account, checked_at: checkedAt, name, next_check_at: nextCheckAt, problem, state, way } = proof;
  const isBlocked = state === 'blocked';
  return (
    <Section
      className="sheet"
      title={
        <>
          {proof.is_owner ? 'Owner: ' : 'Claimed by: '}
          <a href={deskUrls.account(account.id)}>{account.name || 'a deleted account'}</a>
        </>
      }
    >
      <p className="soft">{account.email}</p>
      <p>
        <span className="tag">{proofStates[state]}</span> {name !== '' && <b>{name}</b>}
        {name !== '' && way && ` (${withinSentence(proofWays[way])})`}
      </p>
      {problem !== '' && <p className="desk-text">{problem}</p>}
      <Note>
        {checkedAt !== null && `Last verified ${formatDateTime(checkedAt)}. `}
        {nextCheckAt !== null && `Next check ${formatDateTime(nextCheckAt)}.`}
      </Note>
      {proof.case !== null && (
        <p>
          <TouchLink href={deskUrls.case(proof.case)}>Case {proof.case}</TouchLink>
        </p>
      )}
      {isOwn ? (
        <p>This proof is your own, so someone else has to decide about it.</p>
      ) : (
        <DeskForm
          path={`listings/${nameId}/proof/`}
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
          action={isBlocked ? 'Allow proofs' : 'Block proofs'}
          danger={!isBlocked}
          says={isBlocked ? 'Proofs allowed' : 'Proofs blocked'}
        />
      )}
    </Section>
  );
}
