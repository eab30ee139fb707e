import { formatDay } from '../../shared/text/dates.ts';
import { callApi } from '../api/api.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
/** Units of the drawing, which is stretched to the width of its place. */
const height = 60;
const barWidth = 10;

interface Day {
  day: string;
  views: number;
  /** Only apps have links. */
  taps?: number;
}

interface Counts {
  total: number;
  taps?: number;
  days: Day[];
}

/** Fetches the counts of a chart with the owner's token and draws them. */
export async function fillChart(chart: HTMLElement): Promise<void> {
  const result = await callApi<Counts>('GET', chart.dataset['viewsChart'] ?? '');
  const bars = chart.querySelector('[data-views-bars]');
  const total = chart.querySelector('[data-views-total]');
  if (!bars || !total) return;
  if (result.kind === 'ok') {
    total.textContent = sentenceOf(result.data);
    bars.replaceChildren(drawing(result.data), axis(result.data));
  } else {
    bars.textContent = 'The views cannot be shown now. Load the page again.';
  }
}

/** @returns '17 in the last 30 days, 2048 in all; links tapped 3 and 310 times' */
function sentenceOf({ days, taps, total }: Counts): string {
  const recent = days.reduce((sum, { views }) => sum + views, 0);
  const views = `${recent} in the last ${days.length} days, ${total} in all`;
  if (taps === undefined) return views;
  const tapped = days.reduce((sum, day) => sum + (day.taps ?? 0), 0);
  return `${views}; links tapped ${tapped} and ${taps} times`;
}

function drawing({ days }: Counts): SVGElement {
  const most = Math.max(1, ...days.map(({ views }) => views));
  const svg = element('svg', {
    viewBox: `0 0 ${days.length * barWidth} ${height}`,
    preserveAspectRatio: 'none',
  });
  svg.setAttribute('role', 'img');
  const best = days.reduce((a, b) => (b.views > a.views ? b : a));
  svg.setAttribute(
    'aria-label',
    best.views > 0
      ? `Most views on ${dayName(best.day)}: ${best.views}`
      : `No views in the last ${days.length} days`,
  );
  svg.append(
    ...days.map(({ day, views, taps }, index) => {
      // A day without views gets a thin line, so that its title can be shown.
      const tall = Math.max(views === 0 ? 0.5 : 2, (views / most) * height);
      const bar = element('rect', {
        x: index * barWidth + 1,
        y: height - tall,
        width: barWidth - 2,
        height: tall,
      });
      const title = document.createElementNS(svgNamespace, 'title');
      title.textContent = `${dayName(day)}: ${views}${taps === undefined ? '' : `, taps: ${taps}`}`;
      bar.append(title);
      return bar;
    }),
  );
  return svg;
}

function element(name: 'svg' | 'rect', attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function axis({ days }: Counts): HTMLElement {
  const line = document.createElement('p');
  line.className = 'views-axis';
  for (const day of [days.at(0), days.at(-1)]) {
    const end = document.createElement('span');
    end.textContent = dayName(day?.day ?? '');
    line.append(end);
  }
  return line;
}

function dayName(day: string): string {
  return day && formatDay(Date.parse(`${day}T12:00:00Z`));
}
