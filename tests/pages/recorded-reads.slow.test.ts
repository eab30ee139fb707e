// The freshness test fails if reads are not recorded: each kind of key is removed in turn.
import { afterEach, describe, expect, test } from 'vitest';
import type { DataKey } from '../../src/lib/server/platform/reads/data-keys.ts';
import type { Reader } from '../../src/lib/server/platform/reads/reader.ts';
import type { Slices } from '../../src/lib/server/services.ts';
import { createSmallDirectory, everyWrite, type SmallDirectory } from '../support/every-write.ts';
import { mapReads } from '../support/map-reads.ts';
import { staleAddresses } from '../support/stale-addresses.ts';

type Kind = 'apps' | 'app' | 'user' | 'users';

/** Wraps the reads so that keys of this kind are not recorded. */
function withoutKind(slices: Slices, kind: Kind): Slices {
  const isOther = (key: DataKey): boolean => key.split(':')[0] !== kind;
  const deaf = ({ reads, ...reader }: Reader): Reader => ({
    ...reader,
    reads: { ...reads, note: (...keys) => reads.note(...keys.filter(isOther)) },
  });
  return mapReads(
    slices,
    (read) =>
      (reader, ...rest) =>
        read(deaf(reader), ...rest),
  );
}

/** Changes an app, a person, and the list of each. */
const writes = [
  'a person signs up and verifies the address',
  'a new person lists an app',
  'a version is released',
  'a profile changes',
];

describe('A kind of key that is no longer recorded', () => {
  let directory: SmallDirectory | undefined;
  afterEach(() => directory?.site.dispose());

  test.each<[Kind, RegExp]>([
    ['apps', /^\/feeds\/apps\.xml$/],
    ['app', /^\/api\/v1\/app\/version\//],
    ['user', /^\/user\//],
    ['users', /^\/sitemaps\/users\//],
  ])(
    'Finds stale answers when keys of the kind %s are not recorded',
    async (kind, expected) => {
      directory = await createSmallDirectory('sqlite', { wrap: (slices) => withoutKind(slices, kind) });
      const stale = new Set<string>();
      for (const name of writes) {
        await staleAddresses(directory, { among: expected });
        await everyWrite[name]?.(directory);
        for (const path of await staleAddresses(directory, { among: expected })) stale.add(path);
      }
      expect([...stale]).not.toEqual([]);
    },
    120_000,
  );
});
