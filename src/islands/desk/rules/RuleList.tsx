import { useState, type ReactNode } from 'react';
import type { ApiResult } from '../../../lib/client/api/api.ts';
import { counted } from '../cases/words.ts';
import { MoreButton } from '../loading/MoreButton.tsx';
import { Said } from '../loading/Said.tsx';
import { useAction } from '../loading/use-action.ts';
import { useList, type ListPage, type LoadedList } from '../loading/use-list.ts';
import { WithLoaded } from '../loading/WithLoaded.tsx';
import { RowActions } from './RowActions.tsx';

interface Rule {
  id: string;
}

interface Props<One extends Rule> {
  /** Begins the ids of elements: 'names'. */
  name: string;
  title: string;
  lead: string;
  /** 'name': what the list counts. */
  noun: string;
  fetch: (q: string, next: string | null) => Promise<ApiResult<ListPage<One>>>;
  remove: (id: string) => Promise<ApiResult<unknown>>;
  /** How a rule is called in sentences. */
  labelOf: (rule: One) => string;
  children: (rule: One) => ReactNode;
  /** The form that changes a rule. @param done closes it */
  change: (rule: One, done: () => void) => ReactNode;
  /** The form that adds one. */
  add: (added: () => void) => ReactNode;
}

/** One kind of rules: a list that can be searched, with forms that add, change and remove. */
export function RuleList<One extends Rule>(props: Props<One>) {
  const { name, title, lead, noun, fetch, add } = props;
  const [q, setQ] = useState('');
  const list = useList(q, (next) => fetch(q, next));
  return (
    <section className="section desk-rules" aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{title}</h2>
      <p className="soft">{lead}</p>
      <details className="desk-more">
        <summary>Add a {noun}</summary>
        {add(list.reload)}
      </details>
      <div className="field desk-find">
        <label htmlFor={`${name}-q`}>Find a {noun}</label>
        <div className="field-box">
          <input
            id={`${name}-q`}
            type="search"
            autoComplete="off"
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') setQ(currentTarget.value.trim());
            }}
            onBlur={({ target }) => setQ(target.value.trim())}
          />
        </div>
      </div>
      <WithLoaded loaded={list} waiting="Fetching ...">
        {({ count }) => (
          <>
            <p className="soft small">{counted(count, noun)}</p>
            <Rows {...props} list={list} />
            <MoreButton list={list} />
          </>
        )}
      </WithLoaded>
    </section>
  );
}

function Rows<One extends Rule>({
  list,
  remove,
  labelOf,
  children,
  change,
}: Props<One> & { list: LoadedList<One> }) {
  const action = useAction();
  return (
    <>
      <Said action={action} />
      <ul className="desk-list">
        {(list.data?.results ?? []).map((rule) => (
          <li key={rule.id} className="desk-block">
            {children(rule)}
            <RowActions
              label={labelOf(rule)}
              action={action}
              remove={() => remove(rule.id)}
              reload={list.reload}
            >
              {(done) => change(rule, done)}
            </RowActions>
          </li>
        ))}
      </ul>
    </>
  );
}
