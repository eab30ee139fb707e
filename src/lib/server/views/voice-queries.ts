// The views and taps that count for ranks: docs/decisions/031-popularity.md.
import { sql } from 'kysely';
import { countingRules, rankedDays } from '../../shared/schemas/popularity/ranks.ts';
import type { ReadDb } from '../platform/db/database.ts';

/** Days of which visits by network are still known. */
export async function openDays(db: ReadDb): Promise<number[]> {
  const rows = await db.selectFrom('view_networks').select('day').distinct().orderBy('day').execute();
  return rows.map(({ day }) => day);
}

/** Up to `limit` subjects that were visited on the day, after `after`, in order. */
export async function visitedSubjects(
  db: ReadDb,
  day: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('view_networks')
    .select('subject')
    .distinct()
    .where('day', '=', day)
    .where('subject', '>', after)
    .orderBy('subject')
    .limit(limit)
    .execute();
  return rows.map(({ subject }) => subject);
}

/**
 * The voices of each subject: the browsers that visited it, without browsers and networks with too many visits. A
 * network counts as one browser, the first that was seen in it.
 */
export async function countVoices(
  db: ReadDb,
  day: number,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const { visitsOfBrowser, visitsOfNetwork } = countingRules;
  const browsers = db
    .selectFrom('view_networks')
    .select(['subject', 'agent'])
    .where('day', '=', day)
    .where('subject', 'in', subjects)
    .groupBy(['subject', 'agent'])
    .having((eb) => eb.fn.sum('visits'), '<=', visitsOfBrowser)
    .having((eb) => eb.fn.min('visits'), '<=', visitsOfNetwork);
  const rows = await db
    .selectFrom(browsers.as('browsers'))
    .select(['subject', sql<number>`cast(count(*) as integer)`.as('voices')])
    .groupBy('subject')
    .execute();
  const voices = new Map(subjects.map((subject) => [subject, 0]));
  for (const row of rows) voices.set(row.subject, row.voices);
  return voices;
}

/** Voices of views and taps of these apps, by app and age in days. */
export async function findVoices(
  db: ReadDb,
  appIds: readonly string[],
  today: number,
): Promise<Map<string, Map<number, number>>> {
  // PostgreSQL refuses an empty list.
  if (appIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'voices'])
    .where(
      'subject',
      'in',
      appIds.flatMap((id) => [`app:${id}`, `tap:${id}`]),
    )
    .where('day', '>', today - rankedDays)
    .where('voices', '>', 0)
    .execute();
  const voices = new Map(appIds.map((id) => [id, new Map<number, number>()]));
  for (const { subject, day, voices: count } of rows) {
    const ofApp = voices.get(subject.slice('app:'.length));
    ofApp?.set(today - day, (ofApp.get(today - day) ?? 0) + count);
  }
  return voices;
}
