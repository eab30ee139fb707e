import { accountsApi } from '../../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { useLoaded, WithLoaded } from '../shell/loading.tsx';
import { Note, SearchForm, useQuery } from '../shell/parts.tsx';
import { Rows } from '../shell/Rows.tsx';
import { accountStateWords, counted, roleWords } from '../shell/words.ts';

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

function Results({ q }: { q: string }) {
  const list = useLoaded(q, (next) => accountsApi.list({ q }, next));
  return (
    <WithLoaded of={list} isPart>
      {({ results, count = 0 }) => (
        <>
          <p role="status">{count === 0 ? 'No accounts found' : `${counted(count, 'account')} found`}</p>
          <Rows
            rows={results.map(({ id, name, email, handle, role, state, created_at: createdAt }) => ({
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
              mark: accountStateWords[state],
              isUrgent: state === 'suspended',
              side: role !== 'member' && <Note>{roleWords[role]}</Note>,
            }))}
          />
        </>
      )}
    </WithLoaded>
  );
}
