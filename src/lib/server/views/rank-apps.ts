// Computes the ranks of all apps from the counts of their days, each hour on one node.
import { setTimeout as sleep } from 'node:timers/promises';
import { ranksOf } from '../../shared/schemas/popularity/ranks.ts';
import { findRanksAfter, storeRanks } from '../apps/index.ts';
import type { Database } from '../platform/db/database.ts';
import { countVoices, findVoices, openDays, visitedSubjects } from './voice-queries.ts';
import { storeVoices } from './view-writes.ts';

/** Subjects or apps of one step: on SQLite a step holds up other requests for some milliseconds. */
const batch = 200;
/** Pause between two steps, for other work. */
const pauseMs = 2;

/** @param today days since 1970 in Lagos */
export async function rankApps(db: Database, today: number): Promise<void> {
  for (const day of await openDays(db.read)) await countDay(db, day);
  for (let after: string | undefined = ''; after !== undefined;) {
    const apps = await findRanksAfter(db.read, after, batch);
    const voices = await findVoices(
      db.read,
      apps.map(({ id }) => id),
      today,
    );
    const changed = apps.flatMap(({ id, popular, trending }) => {
      const ranks = ranksOf(voices.get(id) ?? []);
      return ranks.popular === popular && ranks.trending === trending ? [] : [{ id, ...ranks }];
    });
    if (changed.length > 0) await db.write((trx) => storeRanks(trx, changed));
    after = apps.length < batch ? undefined : apps.at(-1)?.id;
    await sleep(pauseMs);
  }
}

async function countDay(db: Database, day: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const subjects: string[] = await visitedSubjects(db.read, day, after, batch);
    if (subjects.length > 0) {
      const voices = await countVoices(db.read, day, subjects);
      await db.write((trx) => storeVoices(trx, day, voices));
    }
    after = subjects.length < batch ? undefined : subjects.at(-1);
    await sleep(pauseMs);
  }
}
