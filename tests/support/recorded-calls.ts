// Records the reads behind an answer: their names, parameters and results.
import { deserialize, serialize } from 'node:v8';
import type { Reader } from '../../src/lib/server/platform/reads/reader.ts';
import { unrecorded } from '../../src/lib/server/platform/reads/reads.ts';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';
import type { Slices } from '../../src/lib/server/services.ts';
import { mapReads, type AnyRead } from './map-reads.ts';

interface Call {
  /** Name and parameters of the read; null for an action, or if the parameters cannot be serialized. */
  key: string | null;
  /** The serialized result; null before the read ends, and after an error. */
  returned: string | null;
  /** The keys of the data that it read. */
  keys: string[];
  /** How long it lets the answer be cached, in milliseconds. */
  keptForMs: number;
  repeat(): Promise<string | null>;
}

export interface CallRecorder {
  wrap(slices: Slices): Slices;
  /** Returns the calls since the last `take`. */
  take(): Call[];
}

/** @returns null if the value is not plain data, for example a stream */
function bytesOf(value: unknown): string | null {
  try {
    return serialize(value).toString('latin1');
  } catch {
    return null;
  }
}

const parametersOf = (bytes: string): unknown[] => deserialize(Buffer.from(bytes, 'latin1')) as unknown[];

/** A reader that also notes in the call what it notes for the answer. */
function noting(reader: Reader, call: Call): Reader {
  const { reads } = reader;
  return {
    ...reader,
    reads: {
      note(...keys) {
        call.keys.push(...keys);
        reads.note(...keys);
      },
      keepFor(ms) {
        call.keptForMs = Math.min(call.keptForMs, ms);
        reads.keepFor(ms);
      },
    },
  };
}

export function createCallRecorder(): CallRecorder {
  let calls: Call[] = [];

  function recording(read: AnyRead, name: string): AnyRead {
    return (reader, ...rest) => {
      const parameters = bytesOf(rest);
      const call: Call = {
        key: parameters === null ? null : `${name} ${parameters}`,
        returned: null,
        keys: [],
        keptForMs: Infinity,
        repeat: async () =>
          bytesOf(await read({ ...reader, reads: unrecorded }, ...parametersOf(parameters ?? ''))),
      };
      calls.push(call);
      const result = read(noting(reader, call), ...rest);
      if (result instanceof Promise)
        result.then(
          (value: unknown) => (call.returned = bytesOf(value)),
          // `returned` stays null. The caller of the read handles the error.
          () => undefined,
        );
      else call.returned = bytesOf(result);
      return result;
    };
  }

  /** Notes calls of actions, which cannot be repeated. */
  function notingActions(actions: object): object {
    const mapped = Object.entries(actions).map(([name, action]: [string, unknown]) => {
      if (typeof action !== 'function') return [name, action];
      return [
        name,
        (...rest: unknown[]): unknown => {
          calls.push({
            key: null,
            returned: null,
            keys: [],
            keptForMs: 0,
            repeat: () => Promise.resolve(null),
          });
          return (action as (...all: unknown[]) => unknown).apply(actions, rest);
        },
      ];
    });
    return Object.fromEntries(mapped) as object;
  }

  return {
    wrap(slices) {
      const noted = Object.entries<Slice>({ ...mapReads(slices, recording) }).map(
        ([name, { reads, actions }]) => [name, { reads, actions: notingActions(actions) }],
      );
      return Object.fromEntries(noted) as Slices;
    },
    take() {
      const taken = calls;
      calls = [];
      return taken;
    },
  };
}

/** @returns a function that repeats calls, each at most once, and tells whether all results are the same as before */
export function createComparison(): (before: readonly Call[]) => Promise<boolean> {
  const repeated = new Map<string, Promise<string | null>>();
  return async (before) => {
    for (const { key, returned, repeat } of before) {
      if (key === null || returned === null) return false;
      const now = repeated.get(key) ?? repeat().catch(() => null);
      repeated.set(key, now);
      if ((await now) !== returned) return false;
    }
    return true;
  };
}

export type { Call };
