// After each kind of write every public address answers as if nothing were cached.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSmallDirectory, everyWrite, type SmallDirectory } from '../support/every-write.ts';
import { staleAddresses, unseen } from '../support/stale-addresses.ts';
import { publicAddresses } from '../support/public-addresses.ts';
import { engines } from '../support/test-product.ts';
import { unseenActions } from '../support/unseen-actions.ts';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';

describe.each(engines)('Cached answers on %s', (engine) => {
  let directory: SmallDirectory;
  beforeAll(async () => {
    directory = await createSmallDirectory(engine);
  }, 120_000);
  afterAll(() => directory.site.dispose());

  test('Every public address has an answer', async () => {
    const paths = await publicAddresses(directory.site, directory.known);
    expect(paths.length).toBeGreaterThan(100);
    const statuses = new Map<number, number>();
    expect(await staleAddresses(directory)).toEqual([]);
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
      // The addresses requested after the previous write are cached.
      await everyWrite[name]?.(directory);
      expect(await staleAddresses(directory)).toEqual([]);
    },
    120_000,
  );

  test('Every action of a slice is among the writes, or is listed as changing nothing public', () => {
    const { called, site } = directory;
    const actions = Object.entries<Slice>({ ...site.product.slices }).flatMap(([slice, { actions }]) =>
      Object.keys(actions).map((name) => `${slice}.${name}`),
    );
    expect(actions.filter((name) => !called.has(name)).sort()).toEqual(unseenActions);
  });
});
