// Records what an answer was made of (docs/decisions/016-reads.md). Each request has a recorder.
import type { DataKey } from './data-keys.ts';

export type Reads = Pick<ReturnType<typeof recordReads>, 'note' | 'keepFor'>;

/** A recorder for one answer. */
export function recordReads() {
  const noted = new Set<DataKey>();
  let limit = Infinity;
  return {
    /** Records keys of data that was read: the answer is kept until one of them is published. */
    note(...keys: DataKey[]): void {
      for (const key of keys) noted.add(key);
    },
    /** Limits how long the answer is kept, for data that changes with time; 0 for not at all. Milliseconds. */
    keepFor(ms: number): void {
      if (ms < limit) limit = ms;
    },
    // A change of any app publishes 'apps' as well, so keys of single apps would only take memory.
    keys: () => (noted.has('apps') ? [...noted].filter((key) => !key.startsWith('app:')) : [...noted]),
    /** Infinity where nothing set a limit. */
    keptForMs: () => limit,
  };
}

/** For reads of commands, jobs and checks before a write, which are not part of an answer. */
export const unrecorded: Reads = { note: () => undefined, keepFor: () => undefined };
