import { callDesk, getDesk } from '../../../lib/client/api/desk-api.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { caseLimits, templateUses, type TemplateJson } from '../../../lib/shared/schemas/cases.ts';
import { categoryLimits } from '../../../lib/shared/schemas/categories.ts';
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
} from '../../../lib/shared/schemas/desk.ts';
import { shelfLimits, shelfSlots, type DeskShelfJson } from '../../../lib/shared/schemas/shelves.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { DeskForm } from '../shell/DeskForm.tsx';
import { MoveButtons, Note } from '../shell/parts.tsx';
import { counted } from '../shell/words.ts';
import { NounList, type RowTools } from './NounList.tsx';
import { missingOf, PickList } from './PickList.tsx';

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
const dayMs = 86_400_000;

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
      buttons={(category, { rows, action }) => (
        <MoveButtons
          name={category.name}
          place={rows.indexOf(category)}
          count={rows.length}
          onMove={(to) =>
            void action.run({
              send: () =>
                callDesk('PATCH', `categories/${category.id}/`, {
                  version: category.version,
                  position: to + 1,
                }),
              says: `${category.name} moved to position ${String(to + 1)}`,
            })
          }
        />
      )}
      panel={{ word: 'Merge', show: (category, tools) => <MergeForm category={category} tools={tools} /> }}
    />
  );
}

function MergeForm({ category, tools }: { category: DeskCategory; tools: RowTools<DeskCategory> }) {
  const { id, name, version } = category;
  const others: Record<string, string> = Object.fromEntries(
    tools.rows.filter((one) => one !== category).map((one) => [one.id, one.name]),
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
        done: (_, { into }) => tools.gone(`${name} merged into ${nameOf(into)}`),
      }}
    />
  );
}
