// Wraps the reads of slices.
import type { Reader } from '../../src/lib/server/platform/reads/reader.ts';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';
import type { Slices } from '../../src/lib/server/services.ts';

export type AnyRead = (reader: Reader, ...rest: unknown[]) => unknown;

/** @param map returns the read to call in place of the given one, which is called `name`, such as 'apps.findApp' */
export function mapReads(slices: Slices, map: (read: AnyRead, name: string) => AnyRead): Slices {
  const mapped = Object.entries<Slice>({ ...slices }).map(([slice, { reads, actions }]) => {
    const all = Object.entries(reads).map(([name, read]) => [name, map(read as AnyRead, `${slice}.${name}`)]);
    return [slice, { reads: Object.fromEntries(all) as Slice['reads'], actions }] as const;
  });
  return Object.fromEntries(mapped) as unknown as Slices;
}
