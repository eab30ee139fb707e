import { useRef, useState } from 'react';
import { callApi, pagePath, type ApiResult, type Paged } from '../../lib/client/api/api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import type { AppJson } from '../../lib/shared/schemas/apps.ts';
import { limits } from '../../lib/shared/schemas/limits.ts';
import type { ListJson, OwnListsJson } from '../../lib/shared/schemas/lists.ts';
import { followMessages } from '../../lib/shared/text/follow-messages.ts';
import { ActionButton, useAction } from '../desk/shell/actions.tsx';
import { OrderButtons, TouchLink } from '../desk/shell/parts.tsx';
import { Field, FieldFrame, SwitchField, useField } from '../forms/Field.tsx';
import { Form, useForm } from '../forms/Form.tsx';
import { Button } from '../ui/Button.tsx';
import { WithFetched } from '../ui/fetched.tsx';
import { WithVerified } from './WithProfile.tsx';

const messages = followMessages.lists;
const overview = urls.updateProfilePart('lists');

export default function Lists() {
  const slug = new URLSearchParams(location.search).get('list');
  return (
    <WithVerified to="make a list">
      {slug === null ? (
        <OwnLists />
      ) : slug === 'new' ? (
        <ListForm />
      ) : (
        <WithFetched<ListJson>
          path={`/user/me/lists/${encodeURIComponent(slug)}/`}
          waiting="Fetching your list..."
        >
          {(list) => <ListForm list={list} />}
        </WithFetched>
      )}
    </WithVerified>
  );
}

function OwnLists() {
  return (
    <WithFetched<OwnListsJson> path="/user/me/lists/" waiting="Fetching your lists...">
      {({ lists }) => (
        <>
          {lists.length === 0 && <p className="part-text">You have made no list yet.</p>}
          <ul className="stack own-listings">
            {lists.map(({ is_public: isPublic, sentence, slug, title }) => (
              <li key={slug} className="sheet stack">
                <p>
                  <TouchLink href={urls.list(slug)}>{title}</TouchLink>
                </p>
                {sentence && <p>{sentence}</p>}
                {!isPublic && <p className="soft">By its address only</p>}
                <p>
                  <TouchLink href={urls.editList(slug)}>
                    Edit<span className="unseen"> {title}</span>
                  </TouchLink>
                </p>
              </li>
            ))}
          </ul>
          {lists.length < limits.lists ? (
            <a className="button" href={urls.editList('new')}>
              New list
            </a>
          ) : (
            <p className="soft">{messages.tooMany}</p>
          )}
        </>
      )}
    </WithFetched>
  );
}

/** An app of the list, which the form holds as a text. */
interface Chosen {
  id: string;
  name: string;
  note: string;
}
const textOf = ({ id, name, note }: Chosen): string => JSON.stringify({ id, name, note });
const chosenOf = (text: string) => JSON.parse(text) as Chosen;
const none: readonly string[] = [];

function ListForm({ list }: { list?: ListJson }) {
  const [version, setVersion] = useState(list?.version);
  const form = useForm({
    initial: {
      title: list?.title ?? '',
      sentence: list?.sentence ?? '',
      is_public: list?.is_public ?? true,
      apps: list?.apps.map(textOf) ?? none,
    },
    draft: `list-${list?.slug ?? 'new'}`,
    send({ apps, ...fields }) {
      const chosen = apps.map(chosenOf).map(({ id, note }) => ({ id, note }));
      const json = { ...fields, apps: chosen, version };
      return list
        ? callApi<ListJson>('PATCH', `/list/${list.slug}/`, { json })
        : callApi<ListJson>('POST', '/list/', { json });
    },
    done(saved) {
      setVersion(saved.version);
      return { message: 'List saved', to: urls.list(saved.slug) };
    },
  });
  return (
    <>
      <Form
        form={form}
        action="Save list"
        busy="Saving..."
        after={<TouchLink href={overview}>{messages.title}</TouchLink>}
      >
        <Field name="title" label="Title" max={limits.listTitle} required />
        <Field name="sentence" label="A sentence about it (optional)" max={limits.listSentence} />
        <SwitchField name="is_public">Show it on my page and on the pages of its apps</SwitchField>
        <Apps />
      </Form>
      {list && (
        <details className="section">
          <summary className="text-button">Delete this list</summary>
          <p>Its address stops working. The apps stay.</p>
          <ActionButton
            send={() => callApi('DELETE', `/list/${list.slug}/`)}
            done={() => location.assign(overview)}
          >
            Delete it for good
          </ActionButton>
        </details>
      )}
    </>
  );
}

/** Apps that a search offers. */
const mostFound = 5;

/** Apps with an address, a name or a part of it. */
async function findApps(text: string): Promise<ApiResult<Pick<Paged<AppJson>, 'results'>>> {
  const [, nameId] = /\/app\/([^/?#\s]+)/.exec(text) ?? [];
  if (nameId === undefined) return await callApi('GET', pagePath('/app/', { search: text }, null));
  const result = await callApi<AppJson>('GET', `/app/${nameId}/`);
  return result.kind === 'ok' ? { kind: 'ok', data: { results: [result.data] } } : result;
}

function Apps() {
  const { value: texts, change, note: error } = useField<readonly string[]>('apps', { empty: none });
  const chosen = texts.map(chosenOf);
  const [found, setFound] = useState<AppJson[]>([]);
  const action = useAction();
  const field = useRef<HTMLInputElement>(null);
  const set = (next: readonly Chosen[], says: string): void => {
    change(next.map(textOf));
    action.say(says);
  };
  const find = {
    send: () => findApps(field.current?.value.trim().slice(0, limits.url) ?? ''),
    done({ results }: { results: AppJson[] }): void {
      const others = results
        .filter(({ id, state }) => state === 'public' && !chosen.some((one) => one.id === id))
        .slice(0, mostFound);
      setFound(others);
      action.say(others.length === 0 ? 'No other public app was found.' : `${String(others.length)} found`);
    },
  };
  const add = ({ id, name }: AppJson): void => {
    setFound([]);
    set([...chosen, { id, name, note: '' }], `${name} added`);
    if (field.current) field.current.value = '';
    field.current?.focus();
  };
  return (
    <fieldset className="form">
      <legend>Apps</legend>
      <ol className="stack own-listings">
        {chosen.map((one) => {
          const name = one.name || 'An app that is not public at the moment';
          return (
            <li key={one.id} className="sheet stack">
              <b>{name}</b>
              <FieldFrame
                id={`note-${one.id}`}
                label={
                  <>
                    Note<span className="unseen"> on {name}</span>
                  </>
                }
                note={null}
              >
                <input
                  id={`note-${one.id}`}
                  value={one.note}
                  maxLength={limits.listNote}
                  autoComplete="off"
                  onChange={({ target }) =>
                    change(
                      chosen.map((other) => textOf(other === one ? { ...one, note: target.value } : other)),
                    )
                  }
                />
              </FieldFrame>
              <OrderButtons
                rows={chosen}
                row={one}
                name={name}
                onOrder={set}
                onRemoved={() => field.current?.focus()}
              />
            </li>
          );
        })}
      </ol>
      {chosen.length < limits.listApps && (
        <>
          <FieldFrame
            id="find"
            label="Add an app"
            note={error ?? 'Its name, or its address such as /app/paystack.'}
          >
            <input
              id="find"
              ref={field}
              autoComplete="off"
              aria-describedby="find-note"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                void action.run(find);
              }}
            />
          </FieldFrame>
          <ActionButton action={action} {...find}>
            Find
          </ActionButton>
        </>
      )}
      <p className="field-note" role="status">
        {action.message}
      </p>
      <ul className="cluster">
        {found.map((app) => (
          <li key={app.id}>
            <Button onClick={() => add(app)}>Add {app.name}</Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
