// Makes the exports of all listed apps: each night, and again after something was taken down.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createGzip, type Gzip } from 'node:zlib';
import { once } from 'node:events';
import { dayNumber } from '../../shared/text/dates/days.ts';
import { asListings } from '../apps/listings.ts';
import { listedIdsAfter } from '../apps/lists.ts';
import { hasLeftLists } from '../apps/visibility.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import type { OpenDataContext } from './context.ts';
import { csvLine } from './csv.ts';
import { csvCells, csvHead, exportRow } from './export-row.ts';
import { findState, storeState, type ExportName, type ExportState } from './export-state.ts';

/** Apps that are read together. */
const batch = 200;
/** Making them again may take a tenth of the time, however often something is taken down. */
const restFactor = 10;
const minRestMs = 60_000;

/** @returns whether the exports are made now; an operation of one node at a time */
export async function makeExportIfDue(
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
  await db.write((trx) => storeState(trx, { madeAt, tookMs, apps, keys, former }));
  const current = Object.values(keys);
  for (const key of before?.former ?? [])
    if (![...current, ...former].includes(key)) await storage.delete(key);
  log?.info('All listings were exported', { apps, ms: tookMs, bytes });
  return true;
}

interface PackedFile {
  write(text: string): Promise<void>;
  end(): Promise<Buffer>;
}

/** Only the packed bytes are held. */
function newFile(): PackedFile {
  const gzip: Gzip = createGzip();
  const packed = buffer(gzip);
  return {
    async write(text) {
      if (!gzip.write(text)) await once(gzip, 'drain');
    },
    async end() {
      gzip.end();
      return await packed;
    },
  };
}
