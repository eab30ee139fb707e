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

/** A function without its first parameter. */
type Rest<Given> = Given extends (first: never, ...rest: infer Others) => infer Result
  ? (...rest: Others) => Result
  : never;

/** Binds use cases to the context that each takes first. */
export function bindContext<
  Context,
  Cases extends Record<string, (context: Context, ...rest: never[]) => unknown>,
>(context: Context, cases: Cases) {
  const bound = Object.entries(cases).map(([name, useCase]) => [name, useCase.bind(null, context)]);
  return Object.fromEntries(bound) as { [Name in keyof Cases]: Rest<Cases[Name]> };
}

/** A slice bound to a reader: its reads without their first parameter, and its actions. */
export type Bound<Given extends Slice> = {
  [Name in keyof Given['reads']]: Rest<Given['reads'][Name]>;
} & Given['actions'];

export type BoundSlices<Slices extends Record<keyof Slices, Slice>> = {
  [Name in keyof Slices]: Bound<Slices[Name]>;
};

type Reading = (reader: Reader, ...rest: unknown[]) => unknown;

/** Runs a read. If it fails, the answer, which may lack something, is not kept. */
function watched(reads: Reads, read: () => unknown): unknown {
  const failed = (error: unknown): never => {
    reads.keepFor(0);
    throw error;
  };
  try {
    const result = read();
    return result instanceof Promise ? result.catch(failed) : result;
  } catch (error) {
    return failed(error);
  }
}

export function bindSlice<Given extends Slice>({ reads, actions }: Given, reader: Reader): Bound<Given> {
  const bound: Record<string, unknown> = {};
  for (const [name, action] of Object.entries(actions) as [string, unknown][])
    bound[name] =
      typeof action === 'function'
        ? (...rest: unknown[]): unknown => {
            reader.reads.keepFor(0);
            return Reflect.apply(action, actions, rest);
          }
        : action;
  for (const [name, read] of Object.entries(reads))
    bound[name] = (...rest: unknown[]) => watched(reader.reads, () => (read as Reading)(reader, ...rest));
  return bound as Bound<Given>;
}

/** All slices bound to the reader of one request; each when it is first used, because a request uses few. */
export function bindSlices<Slices extends Record<keyof Slices, Slice>>(
  slices: Slices,
  reader: Reader,
): BoundSlices<Slices> {
  const bound: Partial<BoundSlices<Slices>> = {};
  const get = (_: Slices, key: string | symbol): unknown => {
    const name = key as keyof Slices;
    return Object.hasOwn(slices, name) ? (bound[name] ??= bindSlice(slices[name], reader)) : undefined;
  };
  return new Proxy(slices, { get }) as unknown as BoundSlices<Slices>;
}
