// Binds the slices to the recorder of one request, so that no page and no router can read without recording it.
import type { Reader } from './reader.ts';
import type { Reads } from './reads.ts';

type Read = (reader: Reader, ...rest: never[]) => unknown;

/** The functions of a slice. */
export interface Slice {
  /** Reads for answers. Each records its data in its first parameter, the reader. */
  reads: Record<string, Read>;
  /** Writes, and reads for one person only. An answer that called one is not kept. */
  actions: object;
}

/** For a slice without public answers. */
export const noReads = {};

type UseCase<Context> = (context: Context, ...rest: never[]) => unknown;

/** Binds use cases to the context that each takes first. */
export function bindContext<Context, Cases extends Record<string, UseCase<Context>>>(
  context: Context,
  cases: Cases,
) {
  const bound = Object.entries(cases).map(([name, useCase]) => [name, useCase.bind(null, context)]);
  return Object.fromEntries(bound) as {
    [Name in keyof Cases]: Cases[Name] extends (context: Context, ...rest: infer Rest) => infer Result
      ? (...rest: Rest) => Result
      : never;
  };
}

type BoundRead<Function> = Function extends (reader: Reader, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** A slice bound to a reader: its reads without their first parameter, and its actions. */
export type Bound<Given extends Slice> = {
  [Name in keyof Given['reads']]: BoundRead<Given['reads'][Name]>;
} & Given['actions'];

export type BoundSlices<Slices extends Record<keyof Slices, Slice>> = {
  [Name in keyof Slices]: Bound<Slices[Name]>;
};

type AnyFunction = (...rest: unknown[]) => unknown;

/** Runs a read. If it fails, the answer, which may lack something, is not kept. */
function watched(reads: Reads, read: () => unknown): unknown {
  try {
    const result = read();
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      reads.keepFor(0);
      throw error;
    });
  } catch (error) {
    reads.keepFor(0);
    throw error;
  }
}

function getter(prototype: object, name: string, get: (this: { reader: Reader }) => unknown): void {
  Object.defineProperty(prototype, name, { get, enumerable: true });
}

/**
 * A class whose instances are the slice bound to a reader. Functions are bound when they are used: a request uses few.
 */
function boundClass({ reads, actions }: Slice): new (reader: Reader) => object {
  class BoundSlice {
    readonly reader: Reader;
    constructor(reader: Reader) {
      this.reader = reader;
    }
  }
  for (const [name, value] of Object.entries(actions)) {
    const action = value as unknown;
    getter(BoundSlice.prototype, name, function () {
      if (typeof action !== 'function') return action;
      return (...rest: unknown[]) => {
        this.reader.reads.keepFor(0);
        return (action as AnyFunction).apply(actions, rest);
      };
    });
  }
  for (const [name, read] of Object.entries(reads)) {
    const reading = read as (reader: Reader, ...rest: unknown[]) => unknown;
    getter(BoundSlice.prototype, name, function () {
      return (...rest: unknown[]) => watched(this.reader.reads, () => reading(this.reader, ...rest));
    });
  }
  return BoundSlice;
}

/** @returns a function that binds all slices to the reader of one request, at the cost of an object per used slice */
export function createBinder<Slices extends Record<keyof Slices, Slice>>(
  slices: Slices,
): (reader: Reader) => BoundSlices<Slices> {
  class BoundAll {
    readonly reader: Reader;
    constructor(reader: Reader) {
      this.reader = reader;
    }
  }
  for (const [name, slice] of Object.entries<Slice>(slices)) {
    const Bound = boundClass(slice);
    const made = Symbol(name);
    getter(BoundAll.prototype, name, function () {
      const kept = this as { reader: Reader; [made]?: object };
      return (kept[made] ??= new Bound(this.reader));
    });
  }
  return (reader) => new BoundAll(reader) as unknown as BoundSlices<Slices>;
}

/** A slice for commands, jobs and writes, bound once: a plain object. */
export function bindPlainly<Given extends Slice>({ reads, actions }: Given, reader: Reader): Bound<Given> {
  const bound = Object.entries(reads).map(([name, read]) => {
    const reading = read as (reader: Reader, ...rest: unknown[]) => unknown;
    return [name, (...rest: unknown[]) => reading(reader, ...rest)] as const;
  });
  return { ...actions, ...Object.fromEntries(bound) } as Bound<Given>;
}

/** Works as `bindPlainly`, for all slices. */
export function bindAllPlainly<Slices extends Record<keyof Slices, Slice>>(
  slices: Slices,
  reader: Reader,
): BoundSlices<Slices> {
  const all = Object.entries<Slice>(slices).map(([name, slice]) => [name, bindPlainly(slice, reader)]);
  return Object.fromEntries(all) as BoundSlices<Slices>;
}
