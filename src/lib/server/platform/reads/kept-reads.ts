// Keeps in memory what many pages show, such as cards, until it changes: a page that is rendered anew after a write
// then reads only what the write has changed (docs/decisions/016-reads.md).
import type { DataKey } from './data-keys.ts';

/** A value, and the keys of the data that it is made of. */
export interface KeptRead<Value> {
  value: Value;
  keys: readonly DataKey[];
}

export type KeptReads = ReturnType<typeof createKeptReads>;

/** @param most values that are kept; the ones that nobody has asked for the longest go first */
export function createKeptReads(most: number) {
  const kept = new Map<string, KeptRead<unknown>>();
  /** What is made of each key. */
  const madeOf = new Map<string, Set<string>>();
  let changes = 0;

  function keep(name: string, entry: KeptRead<unknown>): void {
    kept.set(name, entry);
    for (const key of entry.keys) {
      const made = madeOf.get(key);
      if (made) made.add(name);
      else madeOf.set(key, new Set([name]));
    }
  }

  function forget(name: string): void {
    for (const key of kept.get(name)?.keys ?? []) {
      madeOf.get(key)?.delete(name);
      if (madeOf.get(key)?.size === 0) madeOf.delete(key);
    }
    kept.delete(name);
  }

  return {
    /**
     * What is known of these ids.
     * @param read finds those that are not kept; one kind is always read by the same function
     */
    async get<Value>(
      kind: string,
      ids: readonly string[],
      read: (missing: string[]) => Promise<Map<string, KeptRead<Value>>>,
    ): Promise<Map<string, KeptRead<Value>>> {
      const found = new Map<string, KeptRead<Value>>();
      const missing: string[] = [];
      for (const id of ids) {
        const entry = kept.get(kind + id) as KeptRead<Value> | undefined;
        if (entry) found.set(id, entry);
        else missing.push(id);
        // The last one in the map is the one that was asked for last.
        if (entry && kept.delete(kind + id)) kept.set(kind + id, entry);
      }
      if (missing.length === 0) return found;
      const before = changes;
      for (const [id, entry] of await read(missing)) {
        found.set(id, entry);
        // What was read before a change may be stale.
        if (changes === before) keep(kind + id, entry);
      }
      for (const name of kept.keys()) {
        if (kept.size <= most) break;
        forget(name);
      }
      return found;
    },

    /** Drops what is made of one of these; everything without them. */
    drop(changed?: readonly string[]): void {
      changes += 1;
      const gone = changed ? changed.flatMap((key) => [...(madeOf.get(key) ?? [])]) : [...kept.keys()];
      for (const name of gone) forget(name);
    },
  };
}
