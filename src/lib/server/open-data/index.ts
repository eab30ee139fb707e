// All listings as files (docs/decisions/039-open-data.md).
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { asListings } from '../apps/listings.ts';
import { hasLeftLists } from '../apps/visibility.ts';
import { listedIdsAfter } from '../apps/lists.ts';
import type { Context } from '../context.ts';
import { csvLine } from './csv.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { urls } from '../../shared/addresses/urls.ts';
import type { AppJson, AppListing } from '../../shared/schemas/apps.ts';
import { factFields } from '../../shared/schemas/app-fields.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { dayNumber } from '../../shared/text/days.ts';

/** With the shape of an app as the API answers it. */
type OpenDataContext = Context & { shapes: { app: (listing: AppListing) => AppJson } };

export type OpenData = ReturnType<typeof createOpenData>;

export function createOpenData(context: OpenDataContext) {
  return bindContext(context, { findExport, makeExportIfDue });
}

// Makes the exports of all listed apps: each night, and again after something was taken down.

/** Apps that are read together. */
const batch = 200;
/** Making them again may take a tenth of the time, however often something is taken down. */
const restFactor = 10;
const minRestMs = 60_000;

/** @returns whether the exports are made now; an operation of one node at a time */
async function makeExportIfDue(
  context: OpenDataContext,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const { clock, db } = context;
  const state = await findState(db.read);
  if (state && !(await isDue(context, state, clock()))) return false;
  return await makeExport(context, state, isStopping);
}

async function isDue(context: OpenDataContext, state: ExportState, now: number): Promise<boolean> {
  const { db } = context;
  if (dayNumber(state.madeAt) < dayNumber(now) || (await isLost(context, state))) return true;
  const rest = Math.max(minRestMs, state.tookMs * restFactor);
  return now >= state.madeAt + rest && (await hasLeftLists(db.read, state.madeAt));
}

/**
 * Whether a file is missing, as after a restore: backups contain the setting that names the files, but not the files.
 */
async function isLost({ storage }: OpenDataContext, { keys }: ExportState): Promise<boolean> {
  for (const key of Object.values(keys)) {
    const file = await storage.read(key, { start: 0, end: 0 });
    if (!file) return true;
    file.stream.destroy();
  }
  return false;
}

/** @returns false where the process stops meanwhile */
async function makeExport(
  context: OpenDataContext,
  before: ExportState | null,
  isStopping: () => boolean,
): Promise<boolean> {
  const { clock, db, log, shapes, siteUrl, storage } = context;
  const madeAt = clock();
  const began = performance.now();
  const reader = unrecordedReader(db);
  const files = { 'apps.ndjson': newFile(), 'apps.csv': newFile() };
  await files['apps.csv'].write(csvLine(csvHead));
  let apps = 0;
  for (let last = '0'; ;) {
    if (isStopping()) return false;
    const ids = await listedIdsAfter(db.read, last, batch);
    if (ids.length === 0) break;
    last = ids.at(-1) ?? last;
    const listings = await asListings.find(reader, ids);
    const rows = listings
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((listing) => exportRow(shapes.app(listing), siteUrl));
    apps += rows.length;
    await files['apps.ndjson'].write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await files['apps.csv'].write(rows.map((row) => csvLine(csvCells(row))).join(''));
  }
  const keys = {} as Record<ExportName, string>;
  const bytes: Record<string, number> = {};
  for (const [at, name] of (['apps.ndjson', 'apps.csv'] as const).entries()) {
    const packed = await files[name].end();
    keys[name] = `export${createHash('sha256').update(packed).digest('hex').slice(0, 32)}-${String(at)}.gz`;
    bytes[name] = packed.length;
    await storage.put(keys[name], packed);
  }
  const tookMs = Math.round(performance.now() - began);
  const former = before ? Object.values(before.keys) : [];
  const made: ExportState = { madeAt, tookMs, apps, keys, former };
  await db.write((trx) => storeSetting(trx, setting, JSON.stringify(made)));
  const current = Object.values(keys);
  for (const key of before?.former ?? [])
    if (![...current, ...former].includes(key)) await storage.delete(key);
  log?.info('All listings were exported', { apps, ms: tookMs, bytes });
  return true;
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

/**
 * @returns the key of the file in the storage; 'later' where something was taken down since, until it is made again;
 * null before the first one
 */
async function findExport(
  { db }: OpenDataContext,
  name: string,
): Promise<{ key: string; madeAt: number } | 'later' | null> {
  const known = exportNames.find((one) => one === name);
  const state = known === undefined ? null : await findState(db.read);
  if (!state || known === undefined) return null;
  if (await hasLeftLists(db.read, state.madeAt)) return 'later';
  return { key: state.keys[known], madeAt: state.madeAt };
}

// The state of the current exports: one row of settings.

const exportNames = ['apps.ndjson', 'apps.csv'] as const;
type ExportName = (typeof exportNames)[number];

interface ExportState {
  /** When the first app was read. An app that leaves the lists later may still be in the file. */
  madeAt: number;
  /** How long it took. */
  tookMs: number;
  apps: number;
  keys: Record<ExportName, string>;
  /** Keys of the previous exports, which clients may still be downloading. */
  former: string[];
}

const setting = 'open-data';

async function findState(db: ReadDb): Promise<ExportState | null> {
  const stored = await findSetting(db, setting);
  return stored === undefined ? null : (JSON.parse(stored) as ExportState);
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

/** The columns of the CSV file. They may be added to at the end, and never change. */
const columns: Readonly<Record<string, Cell>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ url }) => url,
  description: ({ description }) => description,
  categories: ({ category }) => category,
  website: ({ website }) => website,
  playstore_link: ({ playstore_link }) => playstore_link,
  appstore_link: ({ appstore_link }) => appstore_link,
  external_link: ({ external_link }) => external_link,
  logo: ({ logo }) => logo ?? '',
  owner_id: ({ owner }) => owner.id,
  owner_name: ({ owner }) => owner.name,
  proved: ({ proof }) => proof?.name ?? '',
  version: ({ version }) => version,
  release_type: ({ current_version }) => current_version.release_type,
  lifecycle: ({ lifecycle }) => lifecycle,
  views: ({ views }) => views,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
  ...Object.fromEntries(factFields.map((name) => [name, (row: ExportRow) => row[name]])),
};

const csvHead: readonly string[] = Object.keys(columns);
const csvCells = (row: ExportRow): (string | number)[] => Object.values(columns).map((of) => of(row));
