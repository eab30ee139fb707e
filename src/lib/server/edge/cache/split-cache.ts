// Answers that hardly anybody asks for twice have a small cache of their own, so that they push no pages out.
import type { Cacheable, EdgeCache } from './edge-cache.ts';

interface Parts<Entry extends Cacheable> {
  main: EdgeCache<Entry>;
  apart: EdgeCache<Entry>;
  /** Whether the answer with this key is kept apart. Called for every request. */
  isApart: (key: string) => boolean;
}

export function createSplitCache<Entry extends Cacheable>({
  main,
  apart,
  isApart,
}: Parts<Entry>): EdgeCache<Entry> {
  const of = (key: string): EdgeCache<Entry> => (isApart(key) ? apart : main);
  return {
    get: (key) => of(key).get(key),
    has: (key) => of(key).has(key),
    load: (key, make) => of(key).load(key, make),
    invalidate: (dataKeys) => {
      const keys = [...dataKeys];
      return main.invalidate(keys) + apart.invalidate(keys);
    },
    clear() {
      main.clear();
      apart.clear();
    },
    get stats() {
      const [one, other] = [main.stats, apart.stats];
      return { entries: one.entries + other.entries, bytes: one.bytes + other.bytes };
    },
  };
}
