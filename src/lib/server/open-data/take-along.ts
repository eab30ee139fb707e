// All listed apps in one small file, which somebody takes along to search without a network.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { platformNames, platforms } from '../../shared/schemas/app-fields.ts';
import { maxTakenApps, type TakenApps } from '../../shared/schemas/taken-apps.ts';
import { slugify } from '../../shared/text/text.ts';
import { categoriesOf, parts } from '../apps/listings.ts';
import { listedApps } from '../apps/visibility.ts';
import type { Context } from '../context.ts';

/** Apps that are read together. */
const batch = 500;

/** The newest apps in the order of the search. */
async function readApps({ db }: Context) {
  const apps = [];
  let position = Number.MAX_SAFE_INTEGER;
  for (let read = batch; read === batch && apps.length < maxTakenApps;) {
    const rows = await listedApps(db.read)
      .innerJoin('search_entries', 'search_entries.app_id', 'apps.id')
      .leftJoin('media as logos', 'logos.id', 'apps.logo_id')
      .select(['name', 'name_id', 'description', 'platform', 'has_dead_link', 'position', 'colour'])
      .select(parts[db.engine.name].categories)
      .where('position', '<', position)
      .orderBy('position', 'desc')
      .limit(batch)
      .execute();
    apps.push(...rows);
    read = rows.length;
    position = rows.at(-1)?.position ?? 0;
  }
  return apps.toSorted((one, other) => one.has_dead_link - other.has_dead_link);
}

/** The file, packed with brotli, and its name, which is another one for another content. */
export async function makeTakeAlong(context: Context) {
  const madeAt = context.clock();
  const apps = await readApps(context);
  const categories = context.categories().all.map(({ name }) => name);
  const file: TakenApps = {
    made_at: madeAt,
    names: apps.map(({ name }) => name),
    name_ids: apps.map(({ name, name_id }) => (name_id === slugify(name) ? '' : name_id)),
    lines: apps.map(({ description }) => description),
    categories: apps.map((app) => categoriesOf(app.category_json).map((name) => categories.indexOf(name))),
    category_names: categories,
    platforms: apps.map(({ platform }) => platformNames.indexOf(platform)),
    platform_names: Object.values(platforms),
    colours: apps.map(({ colour }) => (colour ?? '').replace(/^#(.).(.).(.).$/, '$1$2$3')),
    first_dead: apps.filter(({ has_dead_link }) => has_dead_link === 0).length,
  };
  const text = JSON.stringify(file);
  const name = `apps-${hash('sha256', text).slice(0, 16)}.json`;
  return { madeAt, name, apps: apps.length, packed: await promisify(brotliCompress)(text) };
}
