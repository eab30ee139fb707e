import { useRef } from 'react';
import { getDesk } from '../../../lib/client/api/desk-api.ts';
import type { PickJson } from '../../../lib/shared/schemas/shelves.ts';
import { messages } from '../../../lib/shared/text/messages.ts';
import { FieldFrame, useField } from '../../forms/Field.tsx';
import { useFetched } from '../../ui/fetched.tsx';
import { ActionButton, ActionStatus, useAction } from '../shell/actions.tsx';
import { MoveButtons, Note } from '../shell/parts.tsx';

/** @returns 'a logo, two screenshots': what the app needs to be picked */
export const missingOf = ({ missing }: PickJson): string =>
  missing.map((name) => messages.quality[name].label.toLowerCase()).join(', ');

/** @param app its name_id, id or address */
const pickOf = (app: string) => getDesk<PickJson>(`picks/?app=${encodeURIComponent(app)}`);

/** The same, or what keeps the place of one that is gone or did not load, so that it can be removed. */
async function pickIn(id: string): Promise<PickJson> {
  const result = await pickOf(id);
  if (result.kind === 'ok') return result.data;
  const isGone = result.kind === 'error' && result.status === 404;
  const name = isGone ? 'A deleted app' : 'An app that did not load';
  return { id, name_id: '', name, description: '', logo: null, is_listed: false, missing: [] };
}

/** The apps of a shelf: found by their address, ordered by buttons, and shown as visitors will see them. */
export function PickList({ name }: { name: string }) {
  const {
    id: fieldId,
    value: ids,
    change,
    note: error,
    aria,
  } = useField<readonly string[]>(name, { empty: [] });
  const { data: known = [] } = useFetched(ids.join(' '), async () => ({
    kind: 'ok',
    data: await Promise.all(ids.map(pickIn)),
  }));
  const picks = ids.flatMap((id) => known.find((pick) => pick.id === id) ?? []);

  const action = useAction();
  const field = useRef<HTMLInputElement>(null);
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
      {error && <p className="desk-error">{error}</p>}
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
          {...aria}
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
