import { useState } from 'react';
import { shelvesApi } from '../../../lib/client/api/desk/shelves-api.ts';
import type { PickJson } from '../../../lib/shared/schemas/moderation/shelves.ts';
import { Field } from '../../forms/Field.tsx';
import { useFormContext } from '../../forms/Form.tsx';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { needsOf } from './needs.ts';
import { ShelfPreview } from './ShelfPreview.tsx';
import { usePicks } from './use-picks.ts';

interface Props {
  /** Of the shelf, for the preview. */
  title: string;
  ids: readonly string[];
  known: readonly PickJson[];
  onChange: (ids: string[]) => void;
  /** The text in the field that finds an app. */
  typed: string;
  onAdded: () => void;
}

/** The apps of a shelf: found by their address, ordered by buttons, and shown as visitors will see them. */
export function PickList({ title, ids, known, onChange, typed, onAdded }: Props) {
  const { errors, ref: form } = useFormContext();
  const { picks, learn } = usePicks(ids, known);
  const action = useAction();
  const [told, setTold] = useState('');

  const add = (): void => {
    if (typed.trim() === '') return;
    setTold('');
    void action.run(() => shelvesApi.check(typed), {
      says: '',
      done: (pick) => {
        if (pick.missing.length > 0) {
          setTold(`${pick.name} cannot be picked yet. It needs: ${needsOf(pick)}.`);
          return;
        }
        learn(pick);
        if (!ids.includes(pick.id)) onChange([...ids, pick.id]);
        setTold(`${pick.name} is on the shelf.`);
        onAdded();
      },
    });
  };
  const move = ({ id, name }: PickJson, by: -1 | 1): void => {
    const place = ids.indexOf(id) + by;
    if (place < 0 || place >= ids.length) return;
    onChange(ids.filter((one) => one !== id).toSpliced(place, 0, id));
    setTold(`${name} is number ${String(place + 1)} now.`);
  };
  const takeOff = ({ id, name }: PickJson): void => {
    onChange(ids.filter((one) => one !== id));
    setTold(`${name} was taken off.`);
    // Its row takes the focus with it.
    form.current?.querySelector<HTMLInputElement>('input[name="pick"]')?.focus();
  };

  return (
    <fieldset className="pick-list">
      <legend>Apps</legend>
      {errors['apps'] !== undefined && <p className="desk-error">{errors['apps']}</p>}
      <ol className="shelf-picks">
        {picks.map((pick, index) => (
          <li key={pick.id}>
            <span>{pick.name}</span>
            {pick.missing.length > 0 && <span className="soft small">Lacks now: {needsOf(pick)}</span>}
            <span className="cluster">
              {([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  className="text-button"
                  type="button"
                  aria-label={`Move ${pick.name} ${by < 0 ? 'up' : 'down'}`}
                  aria-disabled={by < 0 ? index === 0 : index === picks.length - 1}
                  onClick={() => move(pick, by)}
                >
                  {by < 0 ? 'Up' : 'Down'}
                </button>
              ))}
              <button
                className="text-button"
                type="button"
                aria-label={`Take ${pick.name} off`}
                onClick={() => takeOff(pick)}
              >
                Take off
              </button>
            </span>
          </li>
        ))}
      </ol>
      <Field
        name="pick"
        label="Find an app"
        autoComplete="off"
        hint="Its address, such as /app/paystack, or the last part of it."
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <button className="button quiet" type="button" aria-disabled={action.isRunning} onClick={add}>
        Check and add
      </button>
      <Said action={action} />
      <p className="desk-said" role="status">
        {told}
      </p>
      <ShelfPreview title={title} picks={picks} />
    </fieldset>
  );
}
