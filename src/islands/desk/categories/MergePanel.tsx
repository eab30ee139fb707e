import { useState } from 'react';
import { categoriesApi } from '../../../lib/client/api/desk/categories-api.ts';
import type { DeskCategories, DeskCategory } from '../../../lib/shared/schemas/desk.ts';
import { FieldFrame } from '../../forms/Field.tsx';
import { counted } from '../cases/words.ts';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';

interface Props {
  category: DeskCategory;
  /** The categories that it can be merged into. */
  others: readonly DeskCategory[];
  onDone: (list: DeskCategories, into: string) => void;
  /** Somebody else has changed a category. */
  onStale: () => void;
}

/** Chooses where the listings of a category go. */
export function MergePanel({ category: { id, name, version }, others, onDone, onStale }: Props) {
  const [into, setInto] = useState('');
  const target = others.find((one) => one.id === into);
  const field = `merge-${id}`;
  return (
    <div className="form">
      <FieldFrame
        id={field}
        label={`Merge ${name} into`}
        note={`${name} will be gone. Its addresses lead to the other category.`}
      >
        <select
          id={field}
          aria-describedby={`${field}-note`}
          value={into}
          onChange={({ target: { value } }) => setInto(value)}
        >
          <option value="">Choose a category</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </FieldFrame>
      {target && (
        <MergeButton
          key={into}
          from={{ id, name, version }}
          target={target}
          onDone={onDone}
          onStale={onStale}
        />
      )}
    </div>
  );
}

interface ButtonProps {
  from: Pick<DeskCategory, 'id' | 'name' | 'version'>;
  target: DeskCategory;
  onDone: (list: DeskCategories, into: string) => void;
  onStale: () => void;
}

/** Says what would move, and moves it. */
function MergeButton({ from: { id, name, version }, target, onDone, onStale }: ButtonProps) {
  const preview = useLoaded(`${id} ${target.id}`, () => categoriesApi.previewMerge(id, target.id));
  const action = useAction();
  return (
    <WithLoaded loaded={preview} waiting="Counting ..." isPart>
      {({ listings, both }) => (
        <>
          <p>
            {listings === 0 ? 'No listing moves.' : `${counted(listings, 'listing')} will move.`}
            {both > 0 &&
              ` ${counted(both, 'listing')} of them already in ${target.name}: each keeps one of both.`}
            {' It cannot be taken back.'}
          </p>
          <button
            className="button"
            type="button"
            aria-disabled={action.isRunning}
            aria-busy={action.isRunning}
            onClick={() =>
              void action.run(() => categoriesApi.merge(id, { version, into: target.id }), {
                says: '',
                done: (list) => onDone(list, target.id),
                onConflict: onStale,
              })
            }
          >
            Merge {name} into {target.name}
          </button>
          <Said action={action} />
        </>
      )}
    </WithLoaded>
  );
}
