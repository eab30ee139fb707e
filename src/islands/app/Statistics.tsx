import { linkNames } from '../../lib/shared/addresses/links.ts';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { callApi, saveFile } from '../../lib/client/api/api.ts';
import { siteName } from '../../lib/client/page/page.ts';
import type { Figures, StatisticsJson } from '../../lib/shared/schemas/views.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import {
  figureLabels,
  figureNames,
  ownSource,
  statisticsDays,
} from '../../lib/shared/text/statistics-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Failure, FigureTable, useFetched, type Cell } from '../ui/fetched.tsx';

const charts = ['views', 'profile_views', 'taps', 'saves', 'followers'] as const;

const shownCount = (count: number): string => count.toLocaleString('en');

/** No cell needs quotes: names of figures and hosts, days and numbers. */
const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(new Blob([rows.map((cells) => `${cells.join(',')}\r\n`).join('')], { type: 'text/csv' }), name);

export default function Statistics({ appId, nameId }: { appId: string; nameId: string }) {
  const [days, setDays] = useState<number>(statisticsDays[0]);
  const { data, failure, loading, reload } = useFetched(String(days), () =>
    callApi<StatisticsJson>('GET', `/app/${appId}/statistics/?days=${String(days)}`),
  );
  return (
    <div className="statistics" aria-busy={loading !== null}>
      <p className="soft">
        Only you can see this. A visitor counts once a day. Saves and followers are counted on the day they
        began, as long as they last.
      </p>
      <div className="cluster" role="group" aria-label="Time">
        {statisticsDays.map((choice) => (
          <Button
            key={choice}
            className={choice === days ? 'button' : 'button quiet'}
            aria-pressed={choice === days}
            onClick={() => setDays(choice)}
          >
            {choice} days
          </Button>
        ))}
      </div>
      {failure && <Failure failure={failure} onRetry={reload} />}
      {data ? (
        <Shown of={data} nameId={nameId} />
      ) : (
        loading && <p className="soft">Loading your statistics...</p>
      )}
    </div>
  );
}

function Shown({ of, nameId }: { of: StatisticsJson; nameId: string }) {
  const { before, days, releases, sources, total } = of;
  const file = `${nameId}-${String(days.length)}-days`;
  const named = sources.map(
    (one) => [one.source === ownSource ? siteName() : one.source, one.views, one.before] as const,
  );
  const links = linkNames.map((name) => [figureLabels[name], total[name], before[name]] as const);
  const daily = days.map((day) => [day.day, ...figureNames.map((name) => day[name])]);
  const ofSources = ['Source', 'Views', 'Before'];
  const columns = ['Day', ...figureNames.map((name) => figureLabels[name])];
  return (
    <>
      <div className="statistics-charts">
        {charts.map((name) => (
          <Chart key={name} name={name} of={of} />
        ))}
      </div>
      {releases.length > 0 && (
        <section className="section">
          <h2>Releases, dashed in the charts</h2>
          <ul>
            {releases.map(({ day, version }) => (
              <li key={version}>
                {version}, {formatDay(day)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Table title="Clicks for each link" columns={['Link', 'Now', 'Before']} rows={links} />
      <Table title="Where visitors came from" columns={ofSources} rows={named}>
        {sources.length === 0 && <p className="soft">No visitor yet.</p>}
      </Table>
      <Table
        title="Figures of each day"
        columns={columns}
        rows={[...daily].reverse().map(([day, ...counts]) => [formatDay(String(day)), ...counts])}
      />
      <div className="cluster section">
        <Button onClick={() => saveCsv(`${file}.csv`, [columns, ...daily])}>Download days as CSV</Button>
        <Button onClick={() => saveCsv(`${file}-sources.csv`, [ofSources, ...named])}>
          Download sources as CSV
        </Button>
      </div>
    </>
  );
}

/** Units of a drawing, which is stretched to its place. */
const height = 60;

/** The line of one figure, with the releases as dashed lines. The table below has the same figures. */
function Chart({ name, of }: { name: keyof Figures; of: StatisticsJson }) {
  const { before, days, releases, total } = of;
  const most = Math.max(1, ...days.map((day) => day[name]));
  const points = days.map(
    (day, at) => `${String(at)},${String(height - 1 - (day[name] / most) * (height - 4))}`,
  );
  const peak = `Most on a day: ${shownCount(Math.max(...days.map((day) => day[name])))}`;
  const marks = new Set(releases.map(({ day }) => days.findIndex((one) => one.day === day)));
  return (
    <section className="sheet">
      <h2>
        {figureLabels[name]}: {shownCount(total[name])}
      </h2>
      <p className="soft small">
        {shownCount(before[name])} in the {days.length} days before
      </p>
      <svg
        viewBox={`0 0 ${String(days.length - 1)} ${String(height)}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${figureLabels[name]}. ${peak}`}
      >
        {[...marks].map((at) => (
          <line key={at} x1={at} x2={at} y1={0} y2={height} />
        ))}
        <polyline points={points.join(' ')} />
      </svg>
      <p className="soft small">
        {formatDay(days[0]?.day ?? '')} – {formatDay(days.at(-1)?.day ?? '')}. {peak}
      </p>
    </section>
  );
}

interface TableProps extends ComponentProps<typeof FigureTable> {
  title: string;
  children?: ReactNode;
}

function Table({ title, columns, rows, children }: TableProps) {
  return (
    <section className="section">
      <h2>{title}</h2>
      {children || (
        // It scrolls, so the keyboard must reach it.
        <div className="statistics-table" role="region" aria-label={title} tabIndex={0}>
          <FigureTable columns={columns} rows={rows} />
        </div>
      )}
    </section>
  );
}
