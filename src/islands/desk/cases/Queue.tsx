import { postDesk } from '../../../lib/client/api/desk-api.ts';
import { deskUrls } from '../../../lib/shared/addresses/desk-urls.ts';
import { caseKinds, caseStates, type QueueItemJson } from '../../../lib/shared/schemas/cases.ts';
import type { StaffJson } from '../../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { Select } from '../../forms/choices.tsx';
import { ActionStatus, useAction } from '../shell/actions.tsx';
import { focusOn, useShortcuts } from '../shell/keys.ts';
import { Note, useQuery } from '../shell/parts.tsx';
import { counted, dueWords, reasonWords } from '../shell/words.ts';
import { Rows } from './Rows.tsx';

interface FilterMenu {
  label: string;
  none: string;
  options: Record<string, string>;
}

const menus = {
  state: {
    label: 'State',
    none: 'Open',
    options: { waiting: caseStates.waiting, decided: caseStates.decided },
  },
  kind: { label: 'Kind', none: 'All', options: caseKinds },
  reason: { label: 'Reason', none: 'All', options: reasonWords },
  due: { label: 'Due', none: 'Any time', options: { overdue: 'Overdue', today: 'Within 24 hours' } },
  older_than_days: {
    label: 'Age',
    none: 'Any',
    options: { 1: 'Over a day', 5: 'Over 5 days', 30: 'Over 30 days' },
  },
  mine: { label: 'Assigned to', none: 'Anyone', options: { 1: 'Me' } },
} satisfies Record<string, FilterMenu>;
const names = Object.keys(menus) as (keyof typeof menus)[];

export function Queue({ me }: { me: StaffJson }) {
  const [query, setFilter] = useQuery();
  // Ignores what is no filter, such as a value of an earlier version.
  const known = names.filter((name) => Object.hasOwn(menus[name].options, query.get(name) ?? ''));
  const filter = Object.fromEntries(known.map((name) => [name, query.get(name) ?? '']));
  const action = useAction();
  const assign =
    (what: 'claim' | 'release', says: string) =>
    ({ number, version }: QueueItemJson) =>
      void action.run({ send: () => postDesk(`cases/${number}/${what}/`, { version }), says });
  useShortcuts([{ key: '/', label: 'Filter', run: () => focusOn('select') }]);

  return (
    <>
      <fieldset className="desk-filters">
        <legend className="unseen">Filter the queue</legend>
        {names.map((name) => {
          const { label, none, options }: FilterMenu = menus[name];
          return (
            <div key={name} className="field-box">
              <label className="soft small" htmlFor={`filter-${name}`}>
                {label}
              </label>
              <Select
                id={`filter-${name}`}
                value={filter[name] ?? ''}
                none={none}
                options={options}
                onChange={(value) => setFilter(name, value)}
              />
            </div>
          );
        })}
      </fieldset>
      <ActionStatus action={action} />
      <Rows<QueueItemJson>
        path="cases/"
        filter={filter}
        says={(count) => `${counted(count, 'case')}, overdue first`}
        none={known.length > 0 ? 'No matching cases' : 'No open cases'}
        rowOf={(item) => rowOf(item, me)}
        keys={[
          { key: 'c', label: 'Assign the case to me', run: assign('claim', 'Assigned to you') },
          { key: 'r', label: 'Unassign the case', run: assign('release', 'Unassigned') },
        ]}
        bulk="select-and-undo"
      />
    </>
  );
}

function rowOf(item: QueueItemJson, me: StaffJson) {
  const { number, kind, reason, subject, reports, assigned_to: assigned, opened_at } = item;
  return {
    id: number,
    href: deskUrls.case(number),
    title: subject.name || 'Deleted',
    listing: subject.kind === 'app' ? subject.id : undefined,
    mark: dueWords(item),
    isUrgent: item.is_overdue,
    text: (
      <>
        <p>
          {caseKinds[kind]}: {reasonWords[reason]}
          {reports > 0 && `, ${counted(reports, 'report')}`}
        </p>
        <Note>
          {number}, {subject.kind}, opened {formatDateTime(opened_at)}
        </Note>
      </>
    ),
    side: assigned && <Note>Assigned to {assigned.id === me.id ? 'you' : assigned.name}</Note>,
  };
}
