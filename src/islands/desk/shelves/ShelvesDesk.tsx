import { shelvesApi } from '../../../lib/client/api/desk/shelves-api.ts';
import { MoreButton } from '../loading/MoreButton.tsx';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { useList } from '../loading/use-list.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { RowActions } from '../rules/RowActions.tsx';
import { DeskPage } from '../shell/DeskPage.tsx';
import { ShelfFacts } from './ShelfFacts.tsx';
import { ShelfForm } from './ShelfForm.tsx';

export default function ShelvesDesk() {
  return (
    <DeskPage part="shelves" title="Shelves">
      {() => <Shelves />}
    </DeskPage>
  );
}

function Shelves() {
  const list = useList('shelves', shelvesApi.list);
  const action = useAction();
  return (
    <>
      <p className="soft">
        Shelves of the front page that editors keep. Each begins and ends on the minute, on every node.
      </p>
      <details className="desk-more">
        <summary>Add a shelf</summary>
        <ShelfForm shelf={null} onDone={list.reload} />
      </details>
      <WithLoaded loaded={list} waiting="Fetching the shelves ...">
        {({ count, results }) => (
          <>
            <p className="soft small">{count === 1 ? '1 shelf' : `${String(count)} shelves`}</p>
            <Said action={action} />
            <ul className="desk-list">
              {results.map((shelf) => (
                <li key={shelf.id} className="desk-block">
                  <ShelfFacts shelf={shelf} />
                  <RowActions
                    label={shelf.title}
                    action={action}
                    remove={() => shelvesApi.remove(shelf.id, { version: shelf.version })}
                    reload={list.reload}
                  >
                    {shelf.status === 'over'
                      ? null
                      : // Another version has other values.
                        (done) => <ShelfForm key={shelf.version} shelf={shelf} onDone={done} />}
                  </RowActions>
                </li>
              ))}
            </ul>
            <MoreButton list={list} />
          </>
        )}
      </WithLoaded>
    </>
  );
}
