// Computes the ranks of all apps from the views and taps of their days, each hour on one node: docs/decisions/031.
import { setTimeout as sleep } from 'node:timers/promises';
import { rankedDays, ranksOf } from '../../shared/schemas/views.ts';
import { findRanksAfter, storeRanks } from '../apps/index.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';

/** Apps of one step: on SQLite a step holds up other requests for some milliseconds. */
const batch = 200;
/** Pause between two steps, for other work. */
const pauseMs = 2;

/** @param today days since 1970 in Lagos */
export async function rankApps(db: Database, today: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const apps = await findRanksAfter(db.read, after, batch);
    const visitorsOf = await findVisitors(
      db.read,
      apps.map(({ id }) => id),
      today,
    );
    const changed = apps.flatMap(({ id, popular, trending }) => {
      const ranks = ranksOf(visitorsOf.get(id) ?? []);
      return ranks.popular === popular && ranks.trending === trending ? [] : [{ id, ...ranks }];
    });
    if (changed.length > 0) await db.write((trx) => storeRanks(trx, changed));
    after = apps.length < batch ? undefined : apps.at(-1)?.id;
    await sleep(pauseMs);
  }
}

/** Views and taps of these apps, by app and age in days. */
async function findVisitors(
  db: ReadDb,
  appIds: readonly string[],
  today: number,
): Promise<Map<string, Map<number, number>>> {
  const visitors = new Map(appIds.map((id) => [id, new Map<number, number>()]));
  // PostgreSQL refuses an empty list.
  if (appIds.length === 0) return visitors;
  const rows = await db
    .selectFrom('view_counts')
    .selectAll()
    .where(
      'subject',
      'in',
      appIds.flatMap((id) => [`app:${id}`, `tap:${id}`]),
    )
    .where('day', '>', today - rankedDays)
    .execute();
  for (const { subject, day, views } of rows) {
    const ofApp = visitors.get(subject.slice('app:'.length));
    ofApp?.set(today - day, (ofApp.get(today - day) ?? 0) + views);
  }
  return visitors;
}
