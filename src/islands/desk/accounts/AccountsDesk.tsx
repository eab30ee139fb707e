import { useState } from 'react';
import { deskAccountsApi } from '../../../lib/client/api/desk/accounts-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { findAccountsSchema } from '../../../lib/shared/schemas/desk.ts';
import { counted, momentOf } from '../cases/words.ts';
import { DeskPage } from '../shell/DeskPage.tsx';
import { SearchForm } from '../shell/SearchForm.tsx';
import { MoreButton } from '../loading/MoreButton.tsx';
import { useList } from '../loading/use-list.ts';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { accountStateWords, roleWords } from './account-words.ts';

export default function AccountsDesk() {
  return (
    <DeskPage part="accounts" title="Accounts">
      {() => <Search />}
    </DeskPage>
  );
}

const searchedFor = (): string => new URLSearchParams(location.search).get('q') ?? '';

function Search() {
  const [asked, setAsked] = useState(searchedFor);
  const [mistake, setMistake] = useState('');
  const search = (text: string): void => {
    const parsed = findAccountsSchema.safeParse({ q: text });
    setMistake(parsed.error?.issues[0]?.message ?? '');
    if (!parsed.success) return;
    history.replaceState(null, '', `${deskUrls.accounts()}?q=${encodeURIComponent(parsed.data.q)}`);
    setAsked(parsed.data.q);
  };
  return (
    <>
      <SearchForm
        name="q"
        label="Name, email, handle or id"
        asked={asked}
        mistake={mistake}
        onSearch={search}
      />
      {asked !== '' && <Results key={asked} asked={asked} />}
    </>
  );
}

function Results({ asked }: { asked: string }) {
  const list = useList(asked, (next) => deskAccountsApi.search(asked, next));
  const keys = useRowKeys(list.data?.results.map(({ id }) => id) ?? []);
  useShortcuts(keys.shortcuts);
  return (
    <WithLoaded loaded={list} waiting="Searching ...">
      {({ results, count }) => (
        <>
          <p role="status">{count === 0 ? 'No account was found.' : `${counted(count, 'account')} found.`}</p>
          <ul className="desk-list" ref={keys.ref}>
            {results.map(({ id, name, email, handle, role, state, created_at }) => (
              <li key={id} className="desk-row" data-number={id} onFocus={() => keys.setCurrent(id)}>
                <div className="desk-row-text">
                  <a href={deskUrls.account(id)}>{name || 'Without a name'}</a>
                  <p>
                    {email}
                    {handle !== null && `, @${handle}`}
                  </p>
                  <p className="soft small">Since {momentOf(created_at)}</p>
                </div>
                <p className="desk-row-side">
                  <span className={state === 'suspended' ? 'desk-mark overdue' : 'desk-mark'}>
                    {accountStateWords[state]}
                  </span>
                  {role !== 'member' && <span className="soft small">{roleWords[role]}</span>}
                </p>
              </li>
            ))}
          </ul>
          <MoreButton list={list} />
        </>
      )}
    </WithLoaded>
  );
}
