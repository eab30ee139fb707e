// What staff keep: rules, templates, shelves and categories. Each list is shown, added to, changed and removed from in
// the same way.
import { useRef, useState, type ReactNode } from 'react';
import { callDesk, getDesk, postDesk } from '../../lib/client/api/desk-api.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { caseLimits, templateUses, type TemplateJson } from '../../lib/shared/schemas/cases.ts';
import { categoryLimits } from '../../lib/shared/schemas/categories.ts';
import {
  linkEffects,
  nameReaches,
  restrictedActions,
  restrictionEffects,
  restrictionKinds,
  type DeskCategory,
  type LinkRuleJson,
  type MergePreview,
  type ReservedNameJson,
  type RestrictionJson,
  type StaffJson,
} from '../../lib/shared/schemas/desk.ts';
import { shelfLimits, shelfSlots, type DeskShelfJson } from '../../lib/shared/schemas/shelves.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { dayMs } from '../../lib/shared/text/days.ts';
import { TextButton } from '../ui/Button.tsx';
import { missingOf, PickList } from './PickList.tsx';
import { ActionButton, ActionStatus, useAction, type Action } from './shell/actions.tsx';
import { DeskForm, type DeskFields } from './shell/DeskForm.tsx';
import { MoveButtons, Note, SearchForm, useLoaded, useQuery, WithLoaded } from './shell/parts.tsx';
import { capital, counted } from './shell/words.ts';

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
  buttons?: (row: Row, rows: readonly Row[], action: Action) => ReactNode;
  /** Another form of a row, which a button with this word opens. */
  panel?: { word: string; show: (row: Row, rows: readonly Row[], gone: Gone) => ReactNode };
}

/** Says above the list that the row is gone. */
type Gone = (says: string) => void;

function NounList<Row extends Keyed>(noun: Noun<Row>) {
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
                <Row key={row.id} noun={noun} row={row} rows={results} say={action.say} />
              ))}
            </ul>
          </>
        )}
      </WithLoaded>
    </section>
  );
}

interface RowProps<Row extends Keyed> {
  noun: Noun<Row>;
  row: Row;
  rows: readonly Row[];
  say: Gone;
}

/** A record with what can be done to it. A removal is asked about once more. */
function Row<Row extends Keyed>({ noun, row, rows, say }: RowProps<Row>) {
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
          {noun.buttons?.(row, rows, action)}
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
      {open === 'panel' && panel?.show(row, rows, gone)}
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

const patternHints: Record<string, string> = {
  email: 'An address, or a pattern such as *@mail.example.',
  network: 'An address, or a network such as 203.0.113.0/24.',
  account: 'The id of the account.',
};

export const Rules = () => (
  <>
    <p className="soft">Changes apply immediately, to everything published from now on.</p>
    <NounList<ReservedNameJson>
      path="names/"
      nouns={['reserved name', 'reserved names']}
      title="Reserved names"
      lead="Listings and profiles with one of these names are held, unless their account may use it."
      isSearched
      fields={{
        name: { label: 'Name' },
        reach: { label: 'Applies to', options: nameReaches },
        allowed: {
          label: 'Allowed accounts (optional)',
          kind: 'words',
          hint: 'Account ids, separated by spaces.',
        },
        note: { label: 'Note for staff (optional)' },
      }}
      heading={({ name }) => name}
      show={({ reach, note, allowed }) => (
        <>
          <Note>{nameReaches[reach]}</Note>
          {note !== '' && <p className="small">{note}</p>}
          {allowed.length > 0 && <Note>Allowed: {allowed.join(', ')}</Note>}
        </>
      )}
    />
    <NounList<RestrictionJson>
      path="restrictions/"
      nouns={['restriction', 'restrictions']}
      title="Restrictions"
      lead="What certain addresses, networks or accounts may not do for a time."
      isSearched
      fields={{
        kind: { label: 'Applies to', options: restrictionKinds, isFixed: true },
        pattern: { label: 'Pattern', hint: ({ kind }) => patternHints[String(kind)], isFixed: true },
        action: { label: 'Action', options: restrictedActions, isFixed: true },
        effect: { label: 'Effect', options: restrictionEffects, hint: 'Only publishing can be held.' },
        until: { label: 'Until (optional)', kind: 'time', hint: 'In your local time.' },
        reason: { label: 'Reason, for staff' },
      }}
      heading={({ pattern }) => pattern}
      label={({ action, pattern }) => `${restrictedActions[action].toLowerCase()} for ${pattern}`}
      show={({ kind, action, effect, reason, until }) => (
        <>
          <Note>{restrictionKinds[kind]}</Note>
          <p className="small">
            {restrictedActions[action]}: {restrictionEffects[effect].toLowerCase()},{' '}
            {until === null ? 'with no end date' : `until ${formatDateTime(until)}`}. {reason}
          </p>
        </>
      )}
    />
    <NounList<LinkRuleJson>
      path="links/"
      nouns={['link rule', 'link rules']}
      title="Links"
      lead="Listings that link to one of these hosts, or to a subdomain of it, are held or refused."
      isSearched
      fields={{
        host: { label: 'Host', hint: 'For example bit.ly. Includes its subdomains.', isFixed: true },
        effect: { label: 'Effect', options: linkEffects },
        reason: { label: 'Reason, for staff' },
      }}
      heading={({ host }) => host}
      show={({ effect, reason }) => (
        <p className="small">
          {linkEffects[effect]}. {reason}
        </p>
      )}
    />
  </>
);

export const Templates = () => (
  <NounList<TemplateJson>
    path="templates/"
    nouns={['template', 'templates']}
    lead="Texts in Markdown for replies and reasons. Inserting one never sends it."
    fields={{
      name: { label: 'Name' },
      use: { label: 'Use', options: templateUses },
      body: { label: 'Text', hint: 'In Markdown.', max: caseLimits.message, rows: 6 },
    }}
    heading={({ name }) => name}
    show={({ use, body }) => (
      <>
        <Note>{templateUses[use]}</Note>
        <p className="desk-text">{body}</p>
      </>
    )}
  />
);

const statusWords = { upcoming: 'Scheduled', current: 'On the front page', over: 'Ended' } as const;

/** The end of an app of the day follows from its beginning. */
function withEnd(values: Record<string, unknown>) {
  const begins = Date.parse(String(values['from']));
  return values['slot'] === 'day' && !Number.isNaN(begins)
    ? { ...values, until: new Date(begins + dayMs).toISOString() }
    : values;
}

export const Shelves = () => (
  <NounList<DeskShelfJson>
    path="shelves/"
    nouns={['shelf', 'shelves']}
    lead="Shelves of the front page that editors curate. Each begins and ends on the minute."
    input={withEnd}
    fields={{
      slot: {
        label: 'Place',
        options: shelfSlots,
        hint: 'Each place shows one shelf at a time. An app of the day is shown for 24 hours.',
        initial: 'picks',
      },
      title: { label: 'Title', max: shelfLimits.title },
      from: { label: 'From', kind: 'time', hint: 'In your local time.' },
      until: {
        label: 'Until',
        kind: 'time',
        hint: 'In your local time.',
        showIf: ({ slot }) => slot !== 'day',
      },
      apps: { label: 'Apps', kind: 'choices', render: (name) => <PickList name={name} /> },
    }}
    heading={({ title }) => title}
    mark={({ status }) => <span className="badge">{statusWords[status]}</span>}
    canChange={({ status }) => status !== 'over'}
    show={({ slot, from, until, apps }) => (
      <>
        <Note>
          {shelfSlots[slot]}, {formatDateTime(from)} to {formatDateTime(until)}
        </Note>
        <ol className="shelf-picks">
          {apps.map((app) => (
            <li key={app.id}>
              <a href={urls.app(app.name_id)}>{app.name}</a>
              {!app.is_listed && <span className="soft"> (not listed now, so visitors do not see it)</span>}
              {app.missing.length > 0 && <span className="soft"> (now missing: {missingOf(app)})</span>}
            </li>
          ))}
        </ol>
      </>
    )}
  />
);

export function Categories({ me: { role } }: { me: StaffJson }) {
  const isAdmin = role === 'admin';
  return (
    <NounList<DeskCategory>
      path="categories/"
      nouns={['category', 'categories']}
      lead={
        isAdmin
          ? 'Changes apply immediately on every page. Old names and addresses lead to the new ones.'
          : 'Only admins can change categories.'
      }
      mayChange={isAdmin}
      listName="categories"
      changeWord="Rename"
      fields={{ name: { label: 'Name', max: categoryLimits.name } }}
      heading={({ name }) => name}
      mark={({ listings }) => <span className="soft">{counted(listings, 'listing')}</span>}
      show={({ former_names: names }) => names.length > 0 && <Note>Old names: {names.join(', ')}</Note>}
      canRemove={({ listings }) => listings === 0}
      buttons={(category, rows, action) => (
        <MoveButtons
          name={category.name}
          place={rows.indexOf(category)}
          count={rows.length}
          onMove={(to, says) =>
            void action.run({
              send: () =>
                callDesk('PATCH', `categories/${category.id}/`, {
                  version: category.version,
                  position: to + 1,
                }),
              says,
            })
          }
        />
      )}
      panel={{ word: 'Merge', show: (category, rows, gone) => <MergeForm {...{ category, rows, gone }} /> }}
    />
  );
}

interface MergeProps {
  category: DeskCategory;
  rows: readonly DeskCategory[];
  gone: Gone;
}

function MergeForm({ category, rows, gone }: MergeProps) {
  const { id, name, version } = category;
  const others: Record<string, string> = Object.fromEntries(
    rows.filter((one) => one !== category).map((one) => [one.id, one.name]),
  );
  const nameOf = (into: unknown): string => others[String(into)] ?? '';
  return (
    <DeskForm
      path={`categories/${id}/merge/`}
      fields={{
        into: {
          label: `Merge ${name} into`,
          none: 'Choose a category',
          options: others,
          hint: `${name} will be removed. Its addresses will lead to the other category.`,
        },
      }}
      input={(values) => ({ ...values, version })}
      action="Preview"
      preview={{
        ask: ({ into }) => getDesk<MergePreview>(`categories/${id}/merge/?into=${String(into)}`),
        show: ({ listings, both }, { into }) => (
          <p>
            {listings === 0 ? 'No listings will move.' : `${counted(listings, 'listing')} will move.`}
            {both > 0 && ` ${counted(both, 'listing')} already in ${nameOf(into)}.`} This cannot be undone.
          </p>
        ),
        confirm: (_, { into }) => `Merge ${name} into ${nameOf(into)}`,
        done: (_, { into }) => gone(`${name} merged into ${nameOf(into)}`),
      }}
    />
  );
}
