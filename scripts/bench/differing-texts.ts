import Database from 'better-sqlite3';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';
import { createRandom, type Random } from '../../src/sample-data/random.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';

/** The words of real descriptions, as often as they occur there. */
const words = sampleListings.flatMap(({ description }) => description.split(/\s+/));

/** @param length characters at most */
function textOf(random: Random, length: number): string {
  let text = random.pick(words);
  for (;;) {
    const longer = `${text} ${random.pick(words)}`;
    if (longer.length > length) return text;
    text = longer;
  }
}

/**
 * Gives every app of a seeded directory texts of its own: those of the seed are made of a few sentences, which compress
 * better than what people write.
 */
export function differTexts(file: string): void {
  const db = new Database(file);
  const random = createRandom('differing texts');
  const change = db.prepare('update apps set description = ?, long_description = ? where id = ?');
  const ids = db.prepare<[], { id: string }>('select id from apps order by id').all();
  db.transaction(() => {
    for (const { id } of ids) {
      const long = random.chance(0.7) ? textOf(random, random.int(100, 600)) : '';
      change.run(textOf(random, random.int(60, limits.appDescription)), long, id);
    }
  })();
  db.close();
}
