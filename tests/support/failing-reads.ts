// Slices whose reads fail when a test says so, below the layer where the product records reads.
import type { Slices } from '../../src/lib/server/services.ts';
import { mapReads, type AnyRead } from './map-reads.ts';

export interface FailingReads {
  wrap(slices: Slices): Slices;
  /** Names of the reads since the last `reset`, such as 'apps.findApp', in order. */
  called(): string[];
  /** Makes one read fail once, and clears the list of calls. @param nth index among the reads of this name, from 0 */
  failOnce(name: string, nth?: number): void;
  /** Makes these reads fail until `reset`. */
  failAlways(...names: string[]): void;
  /** Ends all failures. */
  reset(): void;
}

export const fault = new Error('Thrown by a test');

export function createFailingReads(): FailingReads {
  let calls: string[] = [];
  let next: { name: string; nth: number } | null = null;
  let always: string[] = [];

  function isDue(name: string): boolean {
    const nth = calls.filter((one) => one === name).length;
    calls.push(name);
    if (always.includes(name)) return true;
    if (next?.name !== name || next.nth !== nth) return false;
    next = null;
    return true;
  }

  function failing(read: AnyRead, name: string): AnyRead {
    return (reader, ...rest) => {
      const fails = isDue(name);
      const result = read(reader, ...rest);
      if (!fails) return result;
      // The failure comes as the read's own would: synchronously or asynchronously.
      if (!(result instanceof Promise)) throw fault;
      return result.then(() => Promise.reject(fault));
    };
  }

  return {
    wrap: (slices) => mapReads(slices, failing),
    called: () => calls,
    failOnce(name, nth = 0) {
      calls = [];
      next = { name, nth };
    },
    failAlways(...names) {
      always = names;
    },
    reset() {
      calls = [];
      next = null;
      always = [];
    },
  };
}
