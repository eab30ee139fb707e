// All listings as files (docs/decisions/039-open-data.md).
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { brotliCompress, createGzip } from 'node:zlib';
import pLimit from 'p-limit';
import { asListings, categoriesOf, parts } from '../apps/listings.ts';
import { hasLeftLists, listedApps } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { createWorker } from '../platform/worker.ts';
import { countListed } from '../search/search-apps.ts';
import { urls } from '../../shared/addresses/urls.ts';
import type { AppJson } from '../../shared/schemas/apps.ts';
import { factFields, platformNames, platforms } from '../../shared/schemas/app-fields.ts';
import { maxTakenApps, takeAlongName, type TakenApps } from '../../shared/schemas/taken-apps.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { dayNumber } from '../../shared/text/days.ts';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { slugify } from '../../shared/text/text.ts';

/** Apps that are read together. */
const batch = 200;

/** How long pages may offer an earlier file, and none. */
const [longestKeptMs, shortestKeptMs] = [3_600_000, 5_000];

/** With fewer apps, the file to take along is made in no time, and again when their number changes. */
const fewApps = 1_000;

/**
 * Each node makes the exports when they are first asked for on a day, and again after something was taken down; the
 * file to take along it makes itself, because pages say its size.
 */
export function createOpenData(context: Context) {
  const { clock, db, log } = context;
  let made: Awaited<ReturnType<typeof makeExports>> | undefined;
  let taken: Awaited<ReturnType<typeof makeTakeAlong>> | undefined;
  const oneByOne = pLimit(1);

  const isCurrent = async ({ madeAt }: { madeAt: number }): Promise<boolean> =>
    dayNumber(madeAt) === dayNumber(clock()) && !(await hasLeftLists(db.read, madeAt));
  const current = () =>
    oneByOne(async () => (made = made && (await isCurrent(made)) ? made : await makeExports(context)));

  const worker = createWorker(
    async () => {
      const hasGrown = async (apps: number) => apps < fewApps && apps !== (await countListed(context));
      if (!taken || !(await isCurrent(taken)) || (await hasGrown(taken.apps)))
        taken = await makeTakeAlong(context);
      return false;
    },
    (error) => log?.error('The file of all apps could not be made', { error }),
  );

  return {
    reads: {
      /** The file to take along, as far as it is made; null while there is none. */
      takeAlong({ reads }: Reader) {
        reads.keepFor(taken?.apps ? longestKeptMs : shortestKeptMs);
        if (!taken?.apps) return null;
        return { path: urls.takeAlong(taken.name), bytes: taken.packed.length, apps: taken.apps };
      },
    },
    methods: {
      ...worker,
      /** @returns null where there is no such file; for an earlier name of the file to take along the current one */
      async findExport(name: string) {
        if (!takeAlongName.test(name)) {
          const { files, madeAt } = await current();
          const packed = files.get(name);
          return packed ? { packed, madeAt, coding: 'gzip' as const, isImmutable: false } : null;
        }
        await worker.flush();
        return taken ? { ...taken, coding: 'br' as const, isImmutable: taken.name === name } : null;
      },
    },
  };
}

/** The files, packed by gzip. An app that leaves the lists after `madeAt` may still be in them. */
async function makeExports(context: Context) {
  const { clock, db, log, shapes, siteUrl } = context;
  const madeAt = clock();
  const began = performance.now();
  const [ndjson, csv] = [newFile(), newFile()];
  await csv.write(csvLine(csvHead));
  let apps = 0;
  for (let last = '0'; ;) {
    const next = listedApps(db.read).select('id').where('id', '>', last).orderBy('id').limit(batch);
    const ids = (await next.execute()).map(({ id }) => id);
    if (ids.length === 0) break;
    last = ids.at(-1) ?? last;
    const listings = await asListings.find(context, ids);
    const rows = listings
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((listing) => exportRow(shapes.app(listing), siteUrl));
    apps += rows.length;
    await ndjson.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await csv.write(rows.map((row) => csvLine(csvCells(row))).join(''));
  }
  const files = new Map([
    ['apps.ndjson', await ndjson.end()],
    ['apps.csv', await csv.end()],
  ]);
  log?.info('All listings were exported', { apps, ms: Math.round(performance.now() - began) });
  return { madeAt, files };
}

/** Only the packed bytes are held. */
function newFile() {
  const gzip = createGzip();
  const packed = buffer(gzip);
  return {
    async write(text: string): Promise<void> {
      if (!gzip.write(text)) await once(gzip, 'drain');
    },
    async end(): Promise<Buffer> {
      gzip.end();
      return await packed;
    },
  };
}

// What the exports say of an app: what its page shows to everybody, without the contacts of its owner.

interface ExportRow extends Omit<AppJson, 'owner'> {
  url: string;
  owner: { id: string; name: string };
}

function exportRow({ owner, ...app }: AppJson, siteUrl: string): ExportRow {
  return {
    ...app,
    url: siteUrl + urls.app(app.name_id),
    owner: { id: owner.id, name: fullName(owner) },
  };
}

type Cell = (row: ExportRow) => string | number;
type PlainName = {
  [Name in keyof ExportRow]: ExportRow[Name] extends string | number ? Name : never;
}[keyof ExportRow];

/** Columns that are fields of the row. */
const same = (...names: PlainName[]) =>
  Object.fromEntries(names.map((name) => [name, (row: ExportRow) => row[name]]));

/** The columns of the CSV file. They may be added to at the end, and never change. */
const columns: Readonly<Record<string, Cell>> = {
  ...same('id', 'name', 'url', 'description'),
  categories: ({ category }) => category,
  ...same('website', 'playstore_link', 'appstore_link', 'external_link'),
  logo: ({ logo }) => logo ?? '',
  owner_id: ({ owner }) => owner.id,
  owner_name: ({ owner }) => owner.name,
  proved: ({ proof }) => proof?.name ?? '',
  ...same('version'),
  release_type: ({ current_version }) => current_version.release_type,
  ...same('lifecycle', 'views', 'created_at', 'updated_at', ...factFields),
};

const csvHead: readonly string[] = Object.keys(columns);
const csvCells = (row: ExportRow): (string | number)[] => Object.values(columns).map((of) => of(row));

// All listed apps in one small file, which somebody takes along to search without a network.

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

// Comma-separated values (RFC 4180).

/** A spreadsheet runs a cell that begins like this as a formula, also behind spaces. */
const formula = /^\s*[=+\-@]|^[\t\r\n]/;

/**
 * One line. Threat: somebody lists an app named `=HYPERLINK(...)`, and it runs where a person opens the file. So a
 * text that begins like a formula gets an apostrophe before it, which spreadsheets hide.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
