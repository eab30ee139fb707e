// Tests that cached answers are up to date: in full in `npm run proof -- freshness`, in part in `npm test`.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';
import { createSmallDirectory, everyWrite, type SmallDirectory } from './every-write.ts';
import { publicAddresses } from './public-addresses.ts';
import { staleAddresses, unseen } from './stale-addresses.ts';
import type { EngineName } from './test-product.ts';
import { unseenActions } from './unseen-actions.ts';

interface Options {
  /** Whether every answer is rendered again after this write, even if its reads return the same as before. */
  isWhole: (write: string) => boolean;
  /** Limits the addresses that are compared after a write to those that match. */
  among?: RegExp;
  /** Limits the number of addresses of each kind. */
  ofEachKind?: number;
}

export function testKeptAnswers(
  engine: EngineName,
  { isWhole, among = /^/, ofEachKind = Infinity }: Options,
): void {
  let directory: SmallDirectory;
  beforeAll(async () => {
    directory = await createSmallDirectory(engine);
  }, 120_000);
  afterAll(() => directory.site.dispose());

  test('Every public address has an answer', async () => {
    const paths = await publicAddresses(directory.site, directory.known);
    expect(paths.length).toBeGreaterThan(100);
    const statuses = new Map<number, number>();
    expect(await staleAddresses(directory, { among, ofEachKind })).toEqual([]);
    for (const path of paths) {
      const { status } = await directory.site.get(path, unseen);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(200)).toBeGreaterThan(80);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  });

  test.each(Object.keys(everyWrite))(
    'No address shows what was there before: %s',
    async (name) => {
      // What was asked for after the write before is kept.
      await everyWrite[name]?.(directory);
      expect(await staleAddresses(directory, { among, ofEachKind, whole: isWhole(name) })).toEqual([]);
    },
    120_000,
  );

  test('Every action of a slice is among the writes, or is known to change nothing public', () => {
    const { called, site } = directory;
    const actions = Object.entries<Slice>({ ...site.product.slices }).flatMap(([slice, { actions }]) =>
      Object.keys(actions).map((name) => `${slice}.${name}`),
    );
    expect(actions.filter((name) => !called.has(name)).sort()).toEqual(unseenActions);
  });
}
