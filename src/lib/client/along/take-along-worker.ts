// Searches the apps that were taken along, beside the page, so that a key never waits for it.
import { takenAppsKey } from '../../shared/browser-keys/offline.ts';
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { slugify } from '../../shared/text/text.ts';
import { indexTaken } from './find-taken.ts';

/** What a row shows. */
export interface TakenRow {
  name: string;
  path: string;
  line: string;
  /** Its categories and its platform. */
  below: string;
  colour: string;
}

export interface Answer {
  id: number;
  count: number;
  rows: TakenRow[];
}

function rowOf(apps: TakenApps, app: number): TakenRow {
  const name = apps.names[app] ?? '';
  const categories = (apps.categories[app] ?? []).map((one) => apps.category_names[one]).join(', ');
  const platform = apps.platform_names[apps.platforms[app] ?? -1];
  return {
    name,
    path: `/app/${apps.name_ids[app] || slugify(name)}`,
    line: apps.lines[app] ?? '',
    below: [categories, platform].filter(Boolean).join(' · '),
    colour: apps.colours[app] ?? '',
  };
}

async function open() {
  const kept = await caches.match(takenAppsKey);
  const apps = (await kept?.json()) as TakenApps | undefined;
  return apps && { apps, find: indexTaken(apps) };
}

const opened = open();

addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string; most: number }>) => {
  void opened.then(async (taken) => {
    const { found, count } = (await taken?.find(data.text, data.most)) ?? { found: [], count: 0 };
    const rows = taken ? found.map((app) => rowOf(taken.apps, app)) : [];
    postMessage({ id: data.id, count, rows } satisfies Answer);
  });
});
