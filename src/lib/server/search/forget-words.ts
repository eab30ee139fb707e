// Words that no app holds any more. A name is a word too: of somebody who has left nothing may stay.
import { setImmediate } from 'node:timers/promises';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { any, token } from './expression.ts';
import { isMatched, knownWords } from './search-queries.ts';
import { lockIndex, removeWord } from './search-writes.ts';

/** Between two of them others get their turn: SQLite answers at once, and all words take it seconds. */
const batch = 50;

/** All of them in one go: the privacy policy says within which time somebody's name is gone. @returns how many were forgotten */
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

/** Looked at again: an app that was listed meanwhile may hold one of them. */
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
