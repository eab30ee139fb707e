// Records what answers are made of: which reads of the slices were called, with what, and what they returned.
import { deserialize, serialize } from 'node:v8';
import { unrecorded } from '../../src/lib/server/platform/reads/reads.ts';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';
import type { Slices } from '../../src/lib/server/services.ts';
import { mapReads, type AnyRead } from './map-reads.ts';

interface Call {
  /** Name and parameters of the read; null for an action, and for parameters that cannot be copied. */
  key: string | null;
  /** What it returned, as bytes; null while that is unknown, and where it threw. */
  returned: string | null;
  repeat(): Promise<string | null>;
}

export interface CallRecorder {
  wrap(slices: Slices): Slices;
  /** The calls since the last time this was called. */
  take(): Call[];
}

/** @returns null for what is no plain data, such as a stream */
function bytesOf(value: unknown): string | null {
  try {
    return serialize(value).toString('latin1');
  } catch {
    return null;
  }
}

const parametersOf = (bytes: string): unknown[] => deserialize(Buffer.from(bytes, 'latin1')) as unknown[];

export function createCallRecorder(): CallRecorder {
  let calls: Call[] = [];

  function recording(read: AnyRead, name: string): AnyRead {
    return (reader, ...rest) => {
      const parameters = bytesOf(rest);
      const call: Call = {
        key: parameters === null ? null : `${name} ${parameters}`,
        returned: null,
        repeat: async () =>
          bytesOf(await read({ ...reader, reads: unrecorded }, ...parametersOf(parameters ?? ''))),
      };
      calls.push(call);
      const result = read(reader, ...rest);
      if (result instanceof Promise)
        result.then(
          (value: unknown) => (call.returned = bytesOf(value)),
          // Stays unknown. The page that reads meets the error itself.
          () => undefined,
        );
      else call.returned = bytesOf(result);
      return result;
    };
  }

  /** An action may answer anything the next time. */
  function noting(actions: object): object {
    const mapped = Object.entries(actions).map(([name, action]: [string, unknown]) => {
      if (typeof action !== 'function') return [name, action];
      return [
        name,
        (...rest: unknown[]): unknown => {
          calls.push({ key: null, returned: null, repeat: () => Promise.resolve(null) });
          return (action as (...all: unknown[]) => unknown).apply(actions, rest);
        },
      ];
    });
    return Object.fromEntries(mapped) as object;
  }

  return {
    wrap(slices) {
      const noted = Object.entries<Slice>({ ...mapReads(slices, recording) }).map(
        ([name, { reads, actions }]) => [name, { reads, actions: noting(actions) }],
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

/** @returns a function that repeats calls, each once, and says whether all of them return what they returned before */
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
