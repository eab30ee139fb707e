import { useRef, useState, type ReactNode } from 'react';
import { callDesk, postDesk } from '../../../lib/client/api/desk-api.ts';
import { ActionButton, ActionStatus, useAction, type Action } from '../shell/actions.tsx';
import { DeskForm, type DeskFields } from '../shell/DeskForm.tsx';
import { Note, SearchForm, useLoaded, useQuery, WithLoaded } from '../shell/parts.tsx';
import { capital, counted } from '../shell/words.ts';
import { TextButton } from '../../ui/Button.tsx';

interface Keyed {
  id: string;
  version?: number;
}

interface Noun<Row extends Keyed> {
  /** Below /desk/: 'links/'. */
  path: string;
  /** 'link rule', 'link rules': in sentences. */
  nouns: readonly [string, string];
  title?: string;
  lead: string;
  /** How the answer names the list. */
  listName?: 'results' | 'categories';
  isSearched?: boolean;
  /** False for those who may only read. */
  mayChange?: boolean;
  fields: DeskFields;
  /** What is sent, where it is more than the values of the fields. */
  input?: (values: Record<string, unknown>) => Record<string, unknown>;
  heading: (row: Row) => string;
  /** How a record is called in sentences; by default as its heading. */
  label?: (row: Row) => string;
  mark?: (row: Row) => ReactNode;
  show: (row: Row) => ReactNode;
  /** 'Rename', where 'Edit' says too little. */
  changeWord?: string;
  canChange?: (row: Row) => boolean;
  canRemove?: (row: Row) => boolean;
  /** Further buttons of a row, before that which removes it. */
  buttons?: (row: Row, of: RowTools<Row>) => ReactNode;
  /** Another form of a row, which a button with this word opens. */
  panel?: { word: string; show: (row: Row, of: RowTools<Row>) => ReactNode };
}

export interface RowTools<Row> {
  rows: readonly Row[];
  /** Says beside the row what came of it. */
  action: Action;
  /** Says above the list that the row is gone. */
  gone: (says: string) => void;
}

export function NounList<Row extends Keyed>(noun: Noun<Row>) {
  const { path, nouns, title, lead, isSearched = false, mayChange = true, fields, input } = noun;
  const { listName = 'results' } = noun;
  const [one, many] = nouns;
  const search = `${path.slice(0, -1)}-q`;
  const q = useQuery()[0].get(search) ?? '';
  // A list that comes whole has no count.
  const list = useLoaded<Record<typeof listName, Row[]> & { count?: number }>(path, { q });
  const action = useAction();
  return (
    <section className="desk-nouns" aria-label={title ?? capital(many)}>
      {title !== undefined && <h2>{title}</h2>}
      <p className="soft">{lead}</p>
      {mayChange && (
        <details className="desk-more">
          <summary>Add a {one}</summary>
          <DeskForm
            path={path}
            fields={fields}
            input={input}
            action={`Add ${one}`}
            says={`${capital(one)} added`}
          />
        </details>
      )}
      {isSearched && <SearchForm name={search} label={`Search ${many}`} />}
      <ActionStatus action={action} />
      <WithLoaded of={list}>
        {({ count, [listName]: results }) => (
          <>
            <Note>{counted(count ?? results.length, one, many)}</Note>
            <ul className="desk-list">
              {results.map((row) => (
                <Row key={row.id} noun={noun} row={row} rows={results} gone={action.say} />
              ))}
            </ul>
          </>
        )}
      </WithLoaded>
    </section>
  );
}

interface RowProps<Row extends Keyed> extends Omit<RowTools<Row>, 'action'> {
  noun: Noun<Row>;
  row: Row;
}

/** A record with what can be done to it. A removal is asked about once more. */
function Row<Row extends Keyed>({ noun, row, rows, gone: say }: RowProps<Row>) {
  const { nouns, fields, input, panel, mayChange = true, heading } = noun;
  const { id, version } = row;
  const path = `${noun.path}${id}/`;
  const [open, setOpen] = useState<'change' | 'panel' | 'remove' | null>(null);
  const action = useAction();
  const buttons = useRef<HTMLDivElement>(null);
  const label = (noun.label ?? heading)(row);
  const gone = (says: string): void => {
    setOpen(null);
    say(says);
  };
  const tools = { rows, action, gone };
  const toggle = (what: NonNullable<typeof open>, word: string) => (
    <TextButton
      aria-expanded={open === what}
      aria-label={`${word} ${label}`}
      onClick={() => setOpen(open === what ? null : what)}
    >
      {word}
    </TextButton>
  );
  return (
    <li className="desk-block">
      <p>
        <b>{heading(row)}</b> {noun.mark?.(row)}
      </p>
      {noun.show(row)}
      {mayChange && (
        <div className="cluster" ref={buttons}>
          {(noun.canChange?.(row) ?? true) && toggle('change', noun.changeWord ?? 'Edit')}
          {panel && toggle('panel', panel.word)}
          {noun.buttons?.(row, tools)}
          {/* An open panel stays when the record changes meanwhile: it holds the focus. */}
          {((noun.canRemove?.(row) ?? true) || open === 'remove') && toggle('remove', 'Remove')}
        </div>
      )}
      {open === 'change' && (
        <DeskForm
          path={path}
          method="PATCH"
          fields={Object.fromEntries(Object.entries(fields).filter(([, { isFixed = false }]) => !isFixed))}
          saved={row}
          input={(values) => ({ ...(input?.(values) ?? values), ...(version !== undefined && { version }) })}
          action="Save"
          done={() => {
            action.say(`${capital(nouns[0])} saved`);
            // The form goes, and the focus with it.
            buttons.current?.querySelector('button')?.focus();
            setOpen(null);
          }}
        />
      )}
      {open === 'panel' && panel?.show(row, tools)}
      {open === 'remove' && (
        <ActionButton
          action={action}
          className="button quiet danger-button"
          // A record with a version is removed only as it was read.
          send={() =>
            version === undefined ? callDesk('DELETE', path) : postDesk(`${path}remove/`, { version })
          }
          done={() => gone(`${label} removed`)}
        >
          Yes, remove {label}
        </ActionButton>
      )}
      <ActionStatus action={action} />
    </li>
  );
}
