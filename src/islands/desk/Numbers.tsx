import { noteChange } from '../../lib/client/api/desk-api.ts';
import type { NumbersJson } from '../../lib/shared/schemas/desk.ts';
import { formatDateTime } from '../../lib/shared/text/date-time.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import { keysOf } from '../../lib/shared/zod.ts';
import { TextButton } from '../ui/Button.tsx';
import { Facts, FigureTable } from '../ui/fetched.tsx';
import { capital } from './shell/words.ts';

const charts = ['sign_ups', 'listings', 'releases', 'reports', 'decisions'] as const;

const groups = {
  accounts: 'Accounts',
  listings: 'Listings',
  cases: 'Cases',
  mails: 'Emails',
  jobs: 'Background jobs',
} as const satisfies Partial<Record<keyof NumbersJson, string>>;

export function Numbers({ of: numbers }: { of: NumbersJson }) {
  const nodes = numbers.nodes.map(({ version, count }) => [version, count] as const);
  const figures = [
    ...keysOf(groups).map((name) => [groups[name], Object.entries(numbers[name])] as const),
    ['Nodes by version', nodes] as const,
  ];
  return (
    <>
      <p className="soft small">
        {formatDateTime(numbers.at)} <TextButton onClick={noteChange}>Refresh</TextButton>
      </p>
      <div className="desk-numbers">
        {figures.map(([title, rows]) => (
          <section key={title} className="sheet" aria-label={title}>
            <h2>{title}</h2>
            <Facts of={rows.map(([label, figure]) => [capital(label), figure.toLocaleString('en')])} />
          </section>
        ))}
      </div>
      <h2>The last 30 days</h2>
      <div className="desk-numbers">
        {charts.map((name) => (
          <DayChart
            key={name}
            title={capital(name.replace('_', '-'))}
            of={numbers.days.map((day) => [day.day, day[name]])}
          />
        ))}
      </div>
    </>
  );
}

const height = 60;
const barWidth = 8;
const step = 10;

/** One number of each day as bars, and as a table for those who do not see them. */
function DayChart({ title, of }: { title: string; of: readonly (readonly [day: string, figure: number])[] }) {
  const total = of.reduce((sum, [, figure]) => sum + figure, 0);
  const most = Math.max(1, ...of.map(([, figure]) => figure));
  return (
    <section className="sheet" aria-label={`${title} per day`}>
      <h3>
        {title}: {total.toLocaleString('en')}
      </h3>
      <svg
        className="desk-chart"
        viewBox={`0 0 ${String(of.length * step)} ${String(height)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {of.map(([day, figure], index) => {
          const size = (figure / most) * height;
          return <rect key={day} x={index * step} y={height - size} width={barWidth} height={size} />;
        })}
      </svg>
      <p className="soft small">Peak: {most.toLocaleString('en')} a day</p>
      <details className="desk-more">
        <summary>Show as a table</summary>
        <FigureTable columns={['Day', title]} rows={of.map(([day, figure]) => [formatDay(day), figure])} />
      </details>
    </section>
  );
}
