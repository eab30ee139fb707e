// Searches the apps that were taken along, beside the page, so that a key never waits for it.
import { takenAppsKey } from '../../shared/browser-keys/offline.ts';
import { hueOf } from '../../shared/page/hue.ts';
import { initial } from '../../shared/page/placeholder.ts';
import { displayCounts } from '../../shared/schemas/limits.ts';
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { escapeXml, formatCount, slugify } from '../../shared/text/text.ts';
import { indexTaken } from './find-taken.ts';

/** The row of an app, as `AppItem.astro` makes one, with the colour of the logo in its place. */
function rowOf(apps: TakenApps, app: number): string {
  const name = apps.names[app] ?? '';
  const categories = (apps.categories[app] ?? []).map((one) => apps.category_names[one]).join(', ');
  const below = [categories, apps.platform_names[apps.platforms[app] ?? -1]].filter(Boolean).join(' · ');
  const colour = apps.colours[app];
  const ground = colour ? `background:#${colour}` : `--h:${String(hueOf(name))}`;
  return `<li class="row"><span class="logo" style="--size:56px;${escapeXml(ground)}" aria-hidden="true">${
    colour ? '' : escapeXml(initial(name))
  }</span><div><h2 class="app-name"><a href="/app/${escapeXml(apps.name_ids[app] || slugify(name))}">${escapeXml(
    name,
  )}</a></h2><p>${escapeXml(below)}</p></div><p>${escapeXml(apps.lines[app] ?? '')}</p></li>`;
}

async function open() {
  const apps = (await (await caches.match(takenAppsKey))?.json()) as TakenApps;
  return { apps, find: indexTaken(apps) };
}

const opened = open();

addEventListener('message', ({ data, ports }: MessageEvent<string>) => {
  void opened.then(async ({ apps, find }) => {
    const { found, count } = await find(data, displayCounts.foundApps);
    const what = count === 0 ? 'No app' : count === 1 ? '1 app' : `${formatCount(count)} apps`;
    const said = data === '' ? '' : `${what} found on your device.`;
    ports[0]?.postMessage(`<div data-results data-summary="${said}">
      <h1 class="unseen">Apps found for ${escapeXml(data)}</h1>
      <p class="soft">${said}</p><ul data-list>${found.map((app) => rowOf(apps, app)).join('')}</ul></div>`);
  });
});
