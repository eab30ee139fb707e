import { caseKinds, caseStates } from '../../../lib/shared/schemas/cases.ts';
import { type Filter, type FilterName, withFilter } from './queue-filter.ts';
import { kindWords, reasonOptions, stateWords } from './words.ts';

interface Props {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

type Options = readonly (readonly [string, string])[];

const menus: readonly { name: FilterName; label: string; options: Options }[] = [
  {
    name: 'state',
    label: 'State',
    options: caseStates.map((state) => [state === 'open' ? '' : state, stateWords[state]] as const),
  },
  {
    name: 'kind',
    label: 'Kind',
    options: [['', 'All'], ...caseKinds.map((kind) => [kind, kindWords[kind]] as const)],
  },
  { name: 'reason', label: 'Reason', options: [['', 'All'], ...reasonOptions] },
  {
    name: 'due',
    label: 'Due',
    options: [
      ['', 'Any time'],
      ['overdue', 'Overdue'],
      ['today', 'Within 24 hours'],
    ],
  },
  {
    name: 'older_than_days',
    label: 'Age',
    options: [
      ['', 'Any'],
      ['1', 'Over a day'],
      ['5', 'Over 5 days'],
      ['30', 'Over 30 days'],
    ],
  },
  {
    name: 'mine',
    label: 'Taken by',
    options: [
      ['', 'Anybody'],
      ['1', 'Me'],
    ],
  },
];

/** Id of the first menu, which `/` focuses. */
export const firstFilter = 'filter-state';

export function QueueFilters({ filter, onChange }: Props) {
  return (
    <fieldset className="desk-filters">
      <legend className="unseen">Filter the queue</legend>
      {menus.map(({ name, label, options }) => (
        <div key={name} className="desk-filter">
          <label htmlFor={`filter-${name}`}>{label}</label>
          <select
            id={`filter-${name}`}
            value={name === 'state' && filter.state === 'open' ? '' : String(filter[name] ?? '')}
            onChange={({ target }) => onChange(withFilter(filter, name, target.value))}
          >
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  );
}
