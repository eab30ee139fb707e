// Keeps in memory what many pages show, such as cards, until it changes: a page that is rendered anew after a write
// then reads only what the write has changed (docs/decisions/016-reads.md).
import type { DataKey } from './data-keys.ts';

/** A value, and the keys of the data that it is made of. */
export interface KeptRead<Value> {
  value: Value;
  keys: readonly DataKey[];
}

export type KeptReads = ReturnType<typeof createKeptReads>;

/** @param most values that are kept; the ones read first go first */
export function createKeptReads(most: number) {
  const kept = new Map<string, KeptRead<unknown>>();
  let changes = 0;

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
      }
      if (missing.length === 0) return found;
      const before = changes;
      for (const [id, entry] of await read(missing)) {
        found.set(id, entry);
        // What was read before a change may be stale.
        if (changes === before) kept.set(kind + id, entry);
      }
      for (const name of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(name);
      }
      return found;
    },

    /** Drops what is made of one of these; everything without them. */
    drop(changed?: readonly string[]): void {
      changes += 1;
      if (!changed) kept.clear();
      for (const [name, { keys }] of kept) if (keys.some((key) => changed?.includes(key))) kept.delete(name);
    },
  };
}
