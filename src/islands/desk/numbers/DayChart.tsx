import type { NumbersOfDay } from '../../../lib/shared/schemas/desk.ts';
import { formatDay } from '../../../lib/shared/text/dates.ts';

export type DayNumber = Exclude<keyof NumbersOfDay, 'day'>;

interface Props {
  name: DayNumber;
  title: string;
  days: readonly NumbersOfDay[];
}

const height = 60;
const barWidth = 8;
const step = 10;

/** One number of each day as bars, and as a table for those who do not see them. */
export function DayChart({ name, title, days }: Props) {
  const total = days.reduce((sum, day) => sum + day[name], 0);
  const most = Math.max(1, ...days.map((day) => day[name]));
  return (
    <section className="sheet" aria-label={`${title} of each day`}>
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
      <p className="soft small">At most {most.toLocaleString('en')} a day</p>
      <details className="desk-more">
        <summary>As a table</summary>
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
