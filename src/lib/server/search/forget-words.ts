// Removes words that no app contains any more. Names of people are words, and must not outlive a deleted account.
import { setImmediate } from 'node:timers/promises';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { any, token } from './expression.ts';
import { isMatched, knownWords } from './search-queries.ts';
import { lockIndex, removeWord } from './search-writes.ts';

/** Words per step. Other requests run between steps: SQLite is synchronous, and all words take it seconds. */
const batch = 50;

/** Checks all words, because the privacy policy names a time limit. @returns how many were removed */
export async function forgetWords(db: Database): Promise<number> {
  let forgotten = 0;
  let after = '';
  for (;;) {
    const words = await knownWords(db.read, after, batch);
    const unused: string[] = [];
    for (const word of words) if (await isUnused(db.engine, db.read, word)) unused.push(word);
    if (unused.length > 0) forgotten += await db.write((trx) => forget(db.engine, trx, unused));
    if (words.length < batch) return forgotten;
    after = words.at(-1) ?? after;
    await setImmediate();
  }
}

async function isUnused(engine: Database['engine'], read: ReadDb | WriteDb, word: string): Promise<boolean> {
  const expression = any(token(`n${word}`), token(`a${word}`), token(`e${word}`));
  return !(await isMatched({ engine, read: read as ReadDb }, expression));
}

/** Checks again in the transaction, because an app listed meanwhile may contain one of the words. */
async function forget(engine: Database['engine'], trx: WriteDb, words: string[]): Promise<number> {
  await lockIndex(engine, trx);
  let forgotten = 0;
  for (const word of words) {
    if (!(await isUnused(engine, trx, word))) continue;
    await removeWord(trx, word);
    forgotten += 1;
  }
  return forgotten;
}
