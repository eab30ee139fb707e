// Keeps the similar apps of each app: at first of all apps, then of those that the log of the index names.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  appIdsAfter,
  existingAppIds,
  findComparableApps,
  findSimilarHolders,
  findSimilarRows,
  storeSimilar,
} from '../../apps/index.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';
import type { SimilarAppTable } from '../../platform/db/schema.ts';
import { findSetting, storeSetting } from '../../platform/db/setting-queries.ts';
import { dataKey, type PublishChanges } from '../../platform/reads/data-keys.ts';
import { sumOfFacets } from '../counts/facet-queries.ts';
import { appIdsAt, changesSince, lastChange } from '../search-queries.ts';
import { profileOf } from './compare.ts';
import { createWeights, findSimilar, type Similar } from './find-similar.ts';

interface Options {
  db: Database;
  publishChanges: PublishChanges;
  isStopping: () => boolean;
  /** A run ends after this time, so that the work of others on this lock comes in between. */
  runMs: number;
}

/** Similar apps that are stored: more than are shown, because some may leave the lists or be elsewhere on the page. */
const kept = 12;
/** Apps whose own lists a changed app may enter. */
const neighbours = 30;
/** Apps whose lists have a changed app, and are compared with it again. Further ones follow when they change. */
const maxHolders = 200;
/** Apps of one step, after which the progress is stored. */
const batch = 20;
/** Changes that are read at once. */
const maxChanges = 2_000;
/** Shortest pause after each app, for other work. */
const leastPauseMs = 4;

/** `after`: the last app of the walk over all apps; null when it is over. `seen`: see `changesSince`. */
interface Progress {
  after: string | null;
  seen: string;
}

const setting = 'similar-apps';

/** @returns how many apps were compared with others */
export async function refreshSimilar(options: Options): Promise<number> {
  const { db, isStopping, runMs } = options;
  const until = performance.now() + runMs;
  const stored = await findSetting(db.read, setting);
  let progress: Progress = stored
    ? (JSON.parse(stored) as Progress)
    : { after: '', seen: await lastChange(db) };
  const weights = createWeights(db, await sumOfFacets(db.read));
  for (let done = 0; ;) {
    const { ids, next } = await nextApps(db, progress);
    const changed: string[] = [];
    for (const id of ids) {
      if (isStopping()) break;
      const began = performance.now();
      changed.push(...(await compareApp(db, id, weights)));
      done += 1;
      // As long as the work took, so that visitors have at least half of the thread.
      await sleep(Math.max(leastPauseMs, performance.now() - began));
    }
    const isProgress = next.after !== progress.after || next.seen !== progress.seen;
    // A step that was not finished begins again after the next start.
    if (isProgress && !isStopping())
      await db.write((trx) => storeSetting(trx, setting, JSON.stringify(next)));
    progress = next;
    if (changed.length > 0) await options.publishChanges([...new Set(changed)].map(dataKey.app));
    if (ids.length === 0 || isStopping() || performance.now() > until) return done;
  }
}

/** @returns the apps of the next step, and the progress once they are done; none when nothing is left */
async function nextApps(db: Database, progress: Progress): Promise<{ ids: string[]; next: Progress }> {
  const { after, seen } = progress;
  if (after !== null) {
    const ids = await appIdsAfter(db.read, after, batch);
    const last = ids.at(-1);
    if (last !== undefined) return { ids, next: { after: last, seen } };
  }
  const changes = await changesSince(db, seen, maxChanges);
  // PostgreSQL gives any of them, and the rest would be missed.
  if (changes.positions.length >= maxChanges && db.engine.name === 'postgres')
    return await nextApps(db, { after: '', seen: changes.seen });
  const ids = await appIdsAt(db.read, [...new Set(changes.positions)]);
  return { ids: [...new Set(ids)], next: { after: null, seen: changes.seen } };
}

/** Compares an app with others. @returns the apps whose lists changed */
async function compareApp(
  db: Database,
  id: string,
  weights: ReturnType<typeof createWeights>,
): Promise<string[]> {
  const [app] = await findComparableApps(db.read, [id]);
  if (!app) return [];
  const holders = new Set(await findSimilarHolders(db.read, id, maxHolders));
  const similar = await findSimilar(db, profileOf(app), weights, { limit: neighbours, holders });
  return await db.write((trx) => store(trx, app, similar, holders));
}

async function store(
  trx: WriteDb,
  { id, isListed }: { id: string; isListed: boolean },
  found: readonly Similar[],
  holders: ReadonlySet<string>,
): Promise<string[]> {
  const existing = await existingAppIds(trx, [id, ...found.map((one) => one.id), ...holders]);
  if (!existing.has(id)) return [];
  const similar = found.filter((one) => existing.has(one.id));
  const scores = new Map(similar.map((one) => [one.id, one.score]));
  const others = new Set([...scores.keys(), ...[...holders].filter((one) => existing.has(one))]);
  const before = await findSimilarRows(trx, [id, ...others]);
  const lists = new Map<string, SimilarAppTable[]>();
  lists.set(
    id,
    similar.slice(0, kept).map((one) => ({ app_id: id, similar_id: one.id, score: one.score })),
  );
  for (const other of others) {
    const score = scores.get(other);
    const rest = (before.get(other) ?? []).filter((row) => row.similar_id !== id);
    const isLike = isListed && score !== undefined;
    const rows = isLike ? [...rest, { app_id: other, similar_id: id, score }] : rest;
    lists.set(other, rows.sort(byScore).slice(0, kept));
  }
  const changed = [...lists].filter(([appId, rows]) => !areEqual(rows, before.get(appId) ?? []));
  await storeSimilar(
    trx,
    changed.map(([appId]) => appId),
    changed.flatMap(([, rows]) => rows),
  );
  return changed.map(([appId]) => appId);
}

const byScore = (one: SimilarAppTable, other: SimilarAppTable): number =>
  other.score - one.score || (one.similar_id < other.similar_id ? 1 : -1);

function areEqual(one: readonly SimilarAppTable[], other: readonly SimilarAppTable[]): boolean {
  const textOf = (rows: readonly SimilarAppTable[]): string =>
    rows.map(({ similar_id, score }) => `${similar_id} ${String(score)}`).join();
  return textOf(one) === textOf(other);
}
