import { useRef } from 'react';
import { callApi, type ApiResult } from '../../lib/client/api/api.ts';
import { getDesk } from '../../lib/client/api/desk-api.ts';
import type { ListJson } from '../../lib/shared/schemas/lists.ts';
import type { PickJson } from '../../lib/shared/schemas/shelves.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { FieldFrame, useField } from '../forms/Field.tsx';
import { useFetched } from '../ui/fetched.tsx';
import { ActionButton, ActionStatus, useAction } from './shell/actions.tsx';
import { Note, OrderButtons } from './shell/parts.tsx';

/** @returns 'a logo, two screenshots': what the app needs to be picked */
export const missingOf = ({ missing }: PickJson): string =>
  missing.map((name) => messages.quality[name].label.toLowerCase()).join(', ');

/** @param app its name_id, id or address */
const pickOf = (app: string) => getDesk<PickJson>(`picks/?app=${encodeURIComponent(app)}`);

/** Apps of a list that are looked at: more than a shelf takes, because some lack something. */
const mostOfList = 20;

/** The app of an address, or those of a list. */
async function picksOf(address: string): Promise<ApiResult<PickJson[]>> {
  const [, slug] = /\/list\/([\w-]+)/.exec(address) ?? [];
  let apps = [address];
  if (slug !== undefined) {
    const list = await callApi<ListJson>('GET', `/list/${slug}/`);
    if (list.kind !== 'ok') return list;
    apps = list.data.apps.slice(0, mostOfList).map(({ id }) => id);
  }
  const picks = await Promise.all(apps.map(pickOf));
  const data = picks.flatMap((pick) => (pick.kind === 'ok' ? [pick.data] : []));
  return picks.find((pick) => pick.kind !== 'ok') ?? { kind: 'ok', data };
}

/** The same, or what keeps the place of one that is gone or did not load, so that it can be removed. */
async function pickIn(id: string): Promise<PickJson> {
  const result = await pickOf(id);
  if (result.kind === 'ok') return result.data;
  const isGone = result.kind === 'error' && result.status === 404;
  const name = isGone ? 'A deleted app' : 'An app that did not load';
  return { id, name_id: '', name, description: '', logo: null, is_listed: false, missing: [] };
}

export function PickList({ name }: { name: string }) {
  const { id, value: ids, change, note: error, aria } = useField<readonly string[]>(name, { empty: [] });
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
    send: () => picksOf(field.current?.value ?? ''),
    done: (found: PickJson[]): void => {
      const fit = found.filter(({ missing }) => missing.length === 0);
      const says = found.map((pick) =>
        fit.includes(pick)
          ? `${pick.name} added`
          : `${pick.name} cannot be added yet. It is missing: ${missingOf(pick)}.`,
      );
      set([...new Set([...ids, ...fit.map(({ id }) => id)])], says.join(' ') || messages.lists.empty);
      if (fit.length > 0 && field.current) field.current.value = '';
    },
  };
  return (
    <fieldset className="pick-list">
      <legend>Apps</legend>
      {error && <p className="desk-error">{error}</p>}
      <ol className="desk-list">
        {picks.map((pick) => (
          <li key={pick.id} className="desk-row">
            {pick.logo !== null && <img src={pick.logo} width={56} height={56} alt="" />}
            <div className="desk-row-text">
              <b className="app-name">{pick.name}</b>
              <p className="clip soft small">{pick.description}</p>
              {pick.missing.length > 0 && <Note>Now missing: {missingOf(pick)}</Note>}
              <OrderButtons
                rows={ids}
                row={pick.id}
                name={pick.name}
                from=" from the shelf"
                onOrder={set}
                onRemoved={() => field.current?.focus()}
              />
            </div>
          </li>
        ))}
      </ol>
      <FieldFrame
        id={id}
        label="Find an app"
        note="Its address, such as /app/paystack, or the last part of it. The address of a list adds its apps."
      >
        <input
          id={id}
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
