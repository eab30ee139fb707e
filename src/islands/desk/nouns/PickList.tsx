import { useEffect, useId, useRef, useState } from 'react';
import { getDesk } from '../../../lib/client/api/desk-api.ts';
import type { PickJson } from '../../../lib/shared/schemas/shelves.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { FieldFrame } from '../../forms/Field.tsx';
import { ActionButton, ActionStatus, useAction } from '../shell/actions.tsx';
import type { Rendered } from '../shell/DeskForm.tsx';
import { MoveButtons, Note } from '../shell/parts.tsx';

/** @returns 'a logo, two screenshots': what the app needs to be picked */
export const missingOf = ({ missing }: PickJson): string =>
  missing.map((name) => messages.quality[name].label.toLowerCase()).join(', ');

/** @param app its name_id, id or address */
const pickOf = (app: string) => getDesk<PickJson>(`picks/?app=${encodeURIComponent(app)}`);

/** The apps of a shelf: found by their address, ordered by buttons, and shown as visitors will see them. */
export function PickList({ value: ids, saved, change, error }: Rendered) {
  const [known, setKnown] = useState<ReadonlyMap<string, PickJson>>(
    () => new Map((saved as readonly PickJson[] | undefined)?.map((pick) => [pick.id, pick])),
  );
  const learn = (pick: PickJson): void => setKnown((before) => new Map(before).set(pick.id, pick));
  const unknown = ids.find((id) => !known.has(id));
  useEffect(() => {
    if (unknown === undefined) return;
    let isOver = false;
    void pickOf(unknown).then((result) => {
      if (isOver) return;
      const isGone = result.kind === 'error' && result.status === 404;
      const name = isGone ? 'A deleted app' : 'An app that did not load';
      const unnamed = { id: unknown, name_id: '', name, description: '', logo: null };
      // It keeps its place, and can be removed.
      learn(result.kind === 'ok' ? result.data : { ...unnamed, is_listed: false, missing: [] });
    });
    return () => {
      isOver = true;
    };
  }, [unknown]);
  const picks = ids.flatMap((id) => known.get(id) ?? []);

  const action = useAction();
  const field = useRef<HTMLInputElement>(null);
  const fieldId = useId();
  const set = (next: readonly string[], says: string): void => {
    change(next);
    action.say(says);
  };
  const add = {
    send: () => pickOf(field.current?.value ?? ''),
    done: (pick: PickJson): void => {
      if (pick.missing.length > 0) {
        action.say(`${pick.name} cannot be added yet. It is missing: ${missingOf(pick)}.`);
        return;
      }
      learn(pick);
      set(ids.includes(pick.id) ? ids : [...ids, pick.id], `${pick.name} added`);
      if (field.current) field.current.value = '';
    },
  };
  const move = ({ id, name }: PickJson, to: number): void => {
    const others = ids.filter((one) => one !== id);
    set([...others.slice(0, to), id, ...others.slice(to)], `${name} moved to position ${String(to + 1)}`);
  };
  const remove = ({ id, name }: PickJson): void => {
    set(
      ids.filter((one) => one !== id),
      `${name} removed`,
    );
    // Its row takes the focus with it.
    field.current?.focus();
  };

  return (
    <fieldset className="pick-list">
      <legend>Apps</legend>
      {error !== undefined && <p className="desk-error">{error}</p>}
      <ol className="desk-list">
        {picks.map((pick, index) => (
          <li key={pick.id} className="desk-row">
            {pick.logo !== null && <img src={pick.logo} width={56} height={56} alt="" />}
            <div className="desk-row-text">
              <b className="app-name">{pick.name}</b>
              <p className="clip soft small">{pick.description}</p>
              {pick.missing.length > 0 && <Note>Now missing: {missingOf(pick)}</Note>}
              <div className="cluster">
                <MoveButtons
                  name={pick.name}
                  place={index}
                  count={picks.length}
                  onMove={(to) => move(pick, to)}
                />
                <button
                  className="text-button"
                  type="button"
                  aria-label={`Remove ${pick.name} from the shelf`}
                  onClick={() => remove(pick)}
                >
                  Remove
                </button>
              </div>
            </div>
          </li>
        ))}
      </ol>
      <FieldFrame
        id={fieldId}
        label="Find an app"
        note="Its address, such as /app/paystack, or the last part of it."
      >
        <input
          id={fieldId}
          ref={field}
          autoComplete="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${fieldId}-note`}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void action.run(add);
          }}
        />
      </FieldFrame>
      <ActionButton action={action} {...add}>
        Add app
      </ActionButton>
      <ActionStatus action={action} />
    </fieldset>
  );
}
