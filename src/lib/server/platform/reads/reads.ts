// What an answer was made of (docs/decisions/016-reads.md). One recorder goes with each request through the slices.
import type { DataKey } from './data-keys.ts';

export interface Reads {
  /** Notes what was read: the answer is kept until one of these keys is published. */
  note(...keys: DataKey[]): void;
  /** Limits how long the answer is kept, for what changes with time alone. 0: it is nobody else's. Milliseconds. */
  keepFor(ms: number): void;
}

export interface RecordedReads extends Reads {
  keys(): DataKey[];
  /** Infinity where nothing set a limit. */
  keptForMs(): number;
}

/** A recorder for one answer. */
export function recordReads(): RecordedReads {
  const noted = new Set<DataKey>();
  let limit = Infinity;
  return {
    note(...keys) {
      for (const key of keys) noted.add(key);
    },
    keepFor(ms) {
      if (ms < limit) limit = ms;
    },
    // A change of one app publishes the key of all of them, and each key takes memory with every answer that has it.
    keys: () => (noted.has('apps') ? [...noted].filter((key) => !key.startsWith('app:')) : [...noted]),
    keptForMs: () => limit,
  };
}

/** For reads that no answer is made of: those of commands, jobs and checks before a write. */
export const unrecorded: Reads = { note: () => undefined, keepFor: () => undefined };
