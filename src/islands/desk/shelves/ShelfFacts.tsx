import { slotLabels, type DeskShelfJson } from '../../../lib/shared/schemas/shelves.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { localOf } from '../shell/local-time.ts';
import { needsOf } from './needs.ts';

const statusWords = { upcoming: 'Begins later', current: 'On the front page', over: 'Over' } as const;
const timeOf = (iso: string): string => localOf(iso).replace('T', ' ');

/** What a shelf is, and which of its apps visitors do not see or would not be picked now. */
export function ShelfFacts({ shelf: { slot, title, from, until, status, apps } }: { shelf: DeskShelfJson }) {
  return (
    <>
      <p>
        <b>{title}</b> <span className="badge">{statusWords[status]}</span>
      </p>
      <p className="soft small">
        {slotLabels[slot]}, {timeOf(from)} to {timeOf(until)}
      </p>
      <ol className="shelf-picks">
        {apps.map((app) => (
          <li key={app.id}>
            <a href={urls.app(app.name_id)}>{app.name}</a>
            {!app.is_listed && <span className="soft"> (in no list now: visitors do not see it)</span>}
            {app.missing.length > 0 && <span className="soft"> (lacks now: {needsOf(app)})</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
