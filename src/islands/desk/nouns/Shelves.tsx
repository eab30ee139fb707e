import { shelvesApi } from '../../../lib/client/api/desk-api.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import {
  addShelfSchema,
  changeShelfSchema,
  shelfLimits,
  slotLabels,
  type DeskShelfJson,
} from '../../../lib/shared/schemas/shelves.ts';
import { formatDateTime } from '../../../lib/shared/text/date-time.ts';
import { Note } from '../shell/parts.tsx';
import { NounList } from './NounList.tsx';
import { missingOf, PickList } from './PickList.tsx';

const statusWords = { upcoming: 'Scheduled', current: 'On the front page', over: 'Ended' } as const;
const dayMs = 86_400_000;

/** The end of an app of the day follows from its beginning. */
function withEnd(values: { [name: string]: unknown }): object {
  const begins = Date.parse(String(values['from']));
  return values['slot'] === 'day' && !Number.isNaN(begins)
    ? { ...values, until: new Date(begins + dayMs).toISOString() }
    : values;
}

export const Shelves = () => (
  <NounList<DeskShelfJson>
    name="shelves"
    nouns={['shelf', 'shelves']}
    lead="Shelves of the front page that editors curate. Each begins and ends on the minute."
    api={shelvesApi}
    addSchema={addShelfSchema}
    changeSchema={changeShelfSchema}
    input={withEnd}
    fields={{
      slot: {
        label: 'Place',
        options: slotLabels,
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
      apps: { label: 'Apps', kind: 'choices', render: (field) => <PickList {...field} /> },
    }}
    label={({ title }) => title}
    canChange={({ status }) => status !== 'over'}
    show={({ slot, title, from, until, status, apps }) => (
      <>
        <p>
          <b>{title}</b> <span className="badge">{statusWords[status]}</span>
        </p>
        <Note>
          {slotLabels[slot]}, {formatDateTime(from)} to {formatDateTime(until)}
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
