import { useState } from 'react';
import { deskAccountsApi } from '../../../lib/client/api/desk/accounts-api.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import type { DeskAccountDetailJson, StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { BulkPanel, type BulkTarget } from '../bulk/BulkPanel.tsx';
import { momentOf } from '../cases/words.ts';
import { DecisionList } from '../decisions/DecisionList.tsx';
import { StrikeList } from '../decisions/StrikeList.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { lastSegment } from '../shell/last-segment.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { accountStateWords, roleWords } from './account-words.ts';
import { AccountActions } from './AccountActions.tsx';
import { AppLimitForm } from './AppLimitForm.tsx';
import { AccountListings } from './AccountListings.tsx';
import { DeleteForm } from './DeleteForm.tsx';
import { RoleForm } from './RoleForm.tsx';

export default function AccountDesk() {
  return (
    <DeskPage part="accounts" title="Account">
      {(me) => <Fetched me={me} />}
    </DeskPage>
  );
}

function Fetched({ me }: { me: StaffJson }) {
  const [id] = useState(lastSegment);
  const loaded = useLoaded(id, () => deskAccountsApi.find(id));
  return (
    <WithLoaded loaded={loaded} waiting="Fetching the account ...">
      {(account) => <Account account={account} me={me} onChange={loaded.reload} />}
    </WithLoaded>
  );
}

interface Props {
  account: DeskAccountDetailJson;
  me: StaffJson;
  onChange: () => void;
}

function Account({ account, me, onChange }: Props) {
  const [target, setTarget] = useState<BulkTarget | null>(null);
  /** Fetches the listings again after each action. */
  const [round, setRound] = useState(0);
  const { id, name, email, handle, role, state, created_at, suspended_at, suspension_reason } = account;
  const mayDecide = id !== me.id;
  return (
    <>
      <section className="desk-case-head" aria-labelledby="account-name">
        <h2 id="account-name">
          {state === 'open' ? <a href={urls.user(id)}>{name}</a> : name || 'Without a name'}
        </h2>
        <p>
          {email}
          {handle !== null && `, @${handle}`}
        </p>
        <p className="soft">
          {accountStateWords[state]}, {roleWords[role].toLowerCase()}, since {momentOf(created_at)}
        </p>
        {suspended_at !== null && (
          <p>
            Suspended {momentOf(suspended_at)}: {suspension_reason}
          </p>
        )}
        <p className="soft small">{id}</p>
      </section>
      <div className="desk-columns">
        <div className="desk-column">
          {account.listings_count === 0 ? (
            <p className="soft">It has listed nothing.</p>
          ) : (
            <AccountListings
              key={round}
              account={id}
              onDecide={mayDecide && !target ? (ids) => setTarget({ kind: 'listings', ids }) : undefined}
            />
          )}
          <StrikeList strikes={account.strikes} />
          <DecisionList title="Decisions" decisions={account.decisions} />
        </div>
        <div className="desk-column">
          {target ? (
            <BulkPanel
              target={target}
              onDone={() => {
                onChange();
                setRound(round + 1);
              }}
              onClose={() => setTarget(null)}
            />
          ) : (
            mayDecide && (
              <section className="sheet" aria-labelledby="account-all">
                <h2 id="account-all">Everything of this account</h2>
                <p>
                  Limits, holds, removes or restores all of its listings at once, or suspends the account.
                </p>
                <button
                  className="button"
                  type="button"
                  data-opens-bulk
                  onClick={() => setTarget({ kind: 'account', id, name: name || email })}
                >
                  Decide on everything
                </button>
              </section>
            )
          )}
          <AccountActions account={account} onChange={onChange} />
          {mayDecide && <AppLimitForm account={account} onChange={onChange} />}
          {me.role === 'admin' && id !== me.id && state === 'open' && (
            <RoleForm account={account} onChange={onChange} />
          )}
          {me.role === 'admin' && id !== me.id && <DeleteForm account={account} onChange={onChange} />}
        </div>
      </div>
    </>
  );
}
