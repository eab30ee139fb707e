import type { AppCountsJson } from '../../shared/schemas/views.ts';
import { formatDay } from '../../shared/text/dates.ts';
import { callApi } from '../api/api.ts';
import { parsePage } from './trusted-types.ts';

/** Units of the drawing, which is stretched to the width of its place. */
const height = 60;
const barWidth = 10;

/** Only apps have links. */
type Counts = Omit<AppCountsJson, 'taps'> & { taps?: number };

export async function fillChart(chart: HTMLElement): Promise<void> {
  const result = await callApi<Counts>('GET', chart.dataset['viewsChart'] ?? '');
  const bars = chart.querySelector('[data-views-bars]');
  const total = chart.querySelector('[data-views-total]');
  if (!bars || !total) return;
  if (result.kind === 'ok') {
    total.textContent = sentenceOf(result.data);
    bars.replaceChildren(...parsePage(drawing(result.data)).body.children);
  } else {
    bars.textContent = 'The views cannot be shown right now. Reload the page.';
  }
}

/** @returns '17 in the last 30 days, 2048 in all; links tapped 3 and 310 times' */
function sentenceOf({ days, taps, total }: Counts): string {
  const recent = days.reduce((sum, { views }) => sum + views, 0);
  const views = `${recent} in the last ${days.length} days, ${total} in all`;
  if (taps === undefined) return views;
  const tapped = days.reduce((sum, day) => sum + day.taps, 0);
  return `${views}; links tapped ${tapped} and ${taps} times`;
}

/** @returns markup: a bar for each day, and the first and the last day below */
function drawing({ days, taps }: Counts): string {
  const most = Math.max(1, ...days.map(({ views }) => views));
  const best = days.reduce((a, b) => (b.views > a.views ? b : a));
  const label =
    best.views > 0
      ? `Most views on ${formatDay(best.day)}: ${best.views}`
      : `No views in the last ${days.length} days`;
  const bars = days.map(({ day, views, ...of }, index) => {
    // A day without views gets a thin line, so that its title can be shown.
    const tall = Math.max(views === 0 ? 0.5 : 2, (views / most) * height);
    const title = `${formatDay(day)}: ${views}${taps === undefined ? '' : `, taps: ${of.taps}`}`;
    return `<rect x="${index * barWidth + 1}" y="${height - tall}" width="${barWidth - 2}" height="${tall}"><title>${title}</title></rect>`;
  });
  const ends = [days.at(0), days.at(-1)].map((end) => `<span>${formatDay(end?.day ?? '')}</span>`);
  return `<svg viewBox="0 0 ${days.length * barWidth} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars.join('')}</svg>
<p class="views-axis">${ends.join('')}</p>`;
}
