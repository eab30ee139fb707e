// The words that listings have, by which typos are corrected (platform/names/typos.ts).
import { setImmediate } from 'node:timers/promises';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { transactionReader } from '../platform/reads/reader.ts';
import { deletionKeys } from '../platform/names/typos.ts';
import { any, token } from './expression.ts';
import { indexOf, isMatched } from './search-queries.ts';

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 2_000;

export async function learnWords(trx: WriteDb, words: Set<string>): Promise<void> {
  if (words.size === 0) return;
  // A known word has itself among its deletion keys.
  const known = await trx
    .selectFrom('search_words')
    .select('word')
    .where('slip', 'in', [...words])
    .whereRef('slip', '=', 'word')
    .execute();
  const unknown = words.difference(new Set(known.map(({ word }) => word)));
  const rows = [...unknown].flatMap((word) => [...deletionKeys(word)].map((slip) => ({ slip, word })));
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('search_words')
      .values(rows.slice(from, from + chunk))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Words that share a deletion key with this one; some of them are two edits away. */
export async function wordsLike(db: ReadDb, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .distinct()
    .where('slip', 'in', [...deletionKeys(word)])
    .orderBy('word')
    .execute();
  return rows.map((row) => row.word);
}

/** Words per step. Other requests run between steps: SQLite is synchronous, and all words take it seconds. */
const batch = 50;

/**
 * Removes words that no app contains any more: names of people are words, and must not outlive a deleted account.
 * Checks all words, because the privacy policy names a time limit.
 */
export async function forgetWords(db: Database): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db.read
      .selectFrom('search_words')
      .select('word')
      .whereRef('slip', '=', 'word')
      .where('slip', '>', after)
      .orderBy('slip')
      .limit(batch)
      .execute();
    const words = rows.map(({ word }) => word);
    const unused = await unusedAmong(db, words);
    if (unused.length > 0) await db.write((trx) => forget(db.engine, trx, unused));
    if (words.length < batch) return;
    after = words.at(-1) ?? after;
    await setImmediate();
  }
}

async function unusedAmong(
  db: Pick<Database, 'engine' | 'read'>,
  words: readonly string[],
): Promise<string[]> {
  const unused: string[] = [];
  for (const word of words)
    if (!(await isMatched(db, any(token(`n${word}`), token(`a${word}`), token(`e${word}`)))))
      unused.push(word);
  return unused;
}

/** Checks again in the transaction, because an app listed meanwhile may contain one of the words. */
async function forget(engine: Database['engine'], trx: WriteDb, words: string[]): Promise<void> {
  await indexOf(engine).lock(trx);
  for (const word of await unusedAmong(transactionReader({ engine }, trx), words))
    await trx
      .deleteFrom('search_words')
      .where('slip', 'in', [...deletionKeys(word)])
      .where('word', '=', word)
      .execute();
}
