import { noteChange } from '../../lib/client/api/desk-api.ts';
import type { NumbersJson, NumbersOfDay } from '../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { Facts } from '../ui/fetched.tsx';
import { capital } from './shell/words.ts';

type DayNumber = Exclude<keyof NumbersOfDay, 'day'>;

const charts: readonly (readonly [DayNumber, string])[] = [
  ['sign_ups', 'Sign-ups'],
  ['listings', 'Listings'],
  ['releases', 'Releases'],
  ['reports', 'Reports'],
  ['decisions', 'Decisions'],
];

const groups = {
  accounts: 'Accounts',
  listings: 'Listings',
  cases: 'Cases',
  mails: 'Emails',
  jobs: 'Background jobs',
} as const;

export function Numbers({ numbers }: { numbers: NumbersJson }) {
  const figures = (Object.keys(groups) as (keyof typeof groups)[]).map(
    (name) => [groups[name], Object.entries(numbers[name])] as const,
  );
  const nodes = numbers.nodes.map(({ version, count }) => [version, count] as const);
  return (
    <>
      <p className="soft small">
        {formatDateTime(numbers.at)}{' '}
        <button className="text-button" type="button" onClick={noteChange}>
          Refresh
        </button>
      </p>
      <div className="desk-numbers">
        {[...figures, ['Nodes by version', nodes] as const].map(([title, rows]) => (
          <section key={title} className="sheet" aria-label={title}>
            <h2>{title}</h2>
            <Facts of={rows.map(([label, figure]) => [capital(label), figure.toLocaleString('en')])} />
          </section>
        ))}
      </div>
      <h2>The last 30 days</h2>
      <div className="desk-numbers">
        {charts.map(([name, title]) => (
          <DayChart key={name} name={name} title={title} days={numbers.days} />
        ))}
      </div>
    </>
  );
}

interface ChartProps {
  name: DayNumber;
  title: string;
  days: readonly NumbersOfDay[];
}

const height = 60;
const barWidth = 8;
const step = 10;

/** One number of each day as bars, and as a table for those who do not see them. */
function DayChart({ name, title, days }: ChartProps) {
  const total = days.reduce((sum, day) => sum + day[name], 0);
  const most = Math.max(1, ...days.map((day) => day[name]));
  return (
    <section className="sheet" aria-label={`${title} per day`}>
      <h3>
        {title}: {total.toLocaleString('en')}
      </h3>
      <svg
        className="desk-chart"
        viewBox={`0 0 ${String(days.length * step)} ${String(height)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map((day, index) => {
          const size = (day[name] / most) * height;
          return <rect key={day.day} x={index * step} y={height - size} width={barWidth} height={size} />;
        })}
      </svg>
      <p className="soft small">Peak: {most.toLocaleString('en')} a day</p>
      <details className="desk-more">
        <summary>Show as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <td>{formatDay(Date.parse(day.day))}</td>
                <td>{day[name].toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
