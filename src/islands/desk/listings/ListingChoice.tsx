import { useState } from 'react';
import type { DeskListingJson } from '../../../lib/shared/schemas/cases.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { ChosenBar } from '../bulk/ChosenBar.tsx';
import { counted } from '../cases/words.ts';
import { MoreButton } from '../loading/MoreButton.tsx';
import type { LoadedList } from '../loading/use-list.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { useRowKeys } from '../shell/use-row-keys.ts';
import { useShortcuts } from '../shell/use-shortcuts.ts';

interface Props {
  list: LoadedList<DeskListingJson>;
  showsOwner: boolean;
  /** Left out where the caller may not decide. */
  onDecide: ((ids: readonly string[]) => void) | undefined;
}

/** Listings in every state, to be chosen for one decision. */
export function ListingChoice({ list, showsOwner, onDecide }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const rows = list.data?.results ?? [];
  const selected = rows.map(({ id }) => id).filter((id) => chosen.includes(id));
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)));
  const keys = useRowKeys(rows.map(({ id }) => id));
  useShortcuts([
    ...keys.shortcuts,
    {
      key: 'x',
      label: 'Choose the listing',
      run: () => onDecide && keys.current !== null && choose(keys.current, !chosen.includes(keys.current)),
    },
  ]);
  return (
    <WithLoaded loaded={list} waiting="Fetching the listings ...">
      {({ count }) =>
        rows.length === 0 ? (
          <p className="desk-empty">No listing has such a name.</p>
        ) : (
          <>
            <p className="soft small">{counted(count, 'listing')}</p>
            {onDecide && rows.length > 1 && (
              <button
                className="text-button"
                type="button"
                onClick={() => setChosen(selected.length === rows.length ? [] : rows.map(({ id }) => id))}
              >
                {selected.length === rows.length
                  ? 'Choose none'
                  : `Choose all ${String(rows.length)} shown here`}
              </button>
            )}
            <ul className="desk-list" ref={keys.ref}>
              {rows.map(({ id, name, name_id, state, owner }) => (
                <li key={id} className="desk-row" data-number={id} onFocus={() => keys.setCurrent(id)}>
                  {onDecide && (
                    <label className="desk-check">
                      <input
                        type="checkbox"
                        checked={chosen.includes(id)}
                        onChange={({ target }) => choose(id, target.checked)}
                      />
                      <span className="unseen">Choose {name}</span>
                    </label>
                  )}
                  <div className="desk-row-text">
                    <a href={urls.app(name_id)}>{name}</a>
                    {showsOwner && (
                      <p>
                        <a className="touch-link" href={deskUrls.account(owner.id)}>
                          {owner.name}
                        </a>
                      </p>
                    )}
                    <p>
                      <a className="touch-link" href={deskUrls.proofs(name_id)}>
                        Proofs<span className="unseen"> of {name}</span>
                      </a>
                    </p>
                  </div>
                  <p className="desk-row-side">
                    <span className="desk-mark">{state}</span>
                  </p>
                </li>
              ))}
            </ul>
            <MoreButton list={list} />
            {onDecide && selected.length > 0 && (
              <ChosenBar
                count={selected.length}
                onDecide={() => onDecide(selected)}
                onClear={() => setChosen([])}
              />
            )}
          </>
        )
      }
    </WithLoaded>
  );
}
