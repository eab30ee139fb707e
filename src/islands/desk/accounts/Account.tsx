import { useState } from 'react';
import { accountsApi } from '../../../lib/client/api/desk-api.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { DeskAccountDetailJson, StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { useBulk } from '../cases/Bulk.tsx';
import { DecisionRecord } from '../cases/decisions.tsx';
import { ActionButton, Said, useAction } from '../shell/actions.tsx';
import { DeskForm } from '../shell/DeskForm.tsx';
import { Note, Section } from '../shell/parts.tsx';
import { accountStateWords, counted, roleWords } from '../shell/words.ts';
import { ListingList } from './Listings.tsx';

interface Props {
  account: DeskAccountDetailJson;
}

/** An account: what it has, what was decided about it, and what staff can do. */
export function Account({ account, me }: Props & { me: StaffJson }) {
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
          {accountStateWords[state]}, {roleWords[role].toLowerCase()}, since{' '}
          {formatDateTime(account.created_at)}
        </p>
        {suspendedAt !== null && (
          <p>
            Suspended {formatDateTime(suspendedAt)}: {account.suspension_reason}
          </p>
        )}
        <Note>{id}</Note>
      </section>
      <div className="desk-columns">
        <div className="desk-column">
          {account.listings_count === 0 ? (
            <p className="soft">No listings</p>
          ) : (
            <Section title="Listings">
              <ListingList of={{ account: id }} onDecide={mayDecide ? bulk.decideOn : undefined} />
            </Section>
          )}
          <DecisionRecord title="Decisions" decisions={account.decisions} strikes={account.strikes} />
        </div>
        <div className="desk-column">
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
function Sessions({ account: { id, state, sessions } }: Props) {
  const action = useAction();
  // The button stays after its press, with the focus.
  const [canEnd] = useState(sessions > 0);
  return (
    <Section title="Sessions" className="sheet">
      <p>{sessions === 0 ? 'No active sessions' : counted(sessions, 'active session')}</p>
      <div className="cluster">
        {(canEnd || sessions > 0) && (
          <ActionButton
            action={action}
            isOff={sessions === 0}
            send={() => accountsApi.endSessions(id)}
            says="All sessions ended"
          >
            End all sessions
          </ActionButton>
        )}
        {state === 'unverified' && (
          <ActionButton
            action={action}
            send={() => accountsApi.sendVerification(id)}
            says="Verification email sent"
          >
            Resend verification email
          </ActionButton>
        )}
      </div>
      <Said action={action} />
    </Section>
  );
}

function AccountForms({ account, isAdmin }: Props & { isAdmin: boolean }) {
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
        send={(input) => accountsApi.changeAppLimit(id, input)}
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
              options: roleWords,
              hint: 'Taking rights away ends the sessions of the account.',
            },
          }}
          saved={account}
          send={(input) => accountsApi.changeRole(id, input)}
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
          send={(input) => accountsApi.remove(id, input)}
          action="Delete account"
          danger
          says="Account closed. Its listings and data are being deleted."
        />
      )}
    </>
  );
}
