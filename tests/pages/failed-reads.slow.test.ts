// Each read of each public address fails once, and the next answer must be complete.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSmallDirectory, everyWrite, type SmallDirectory } from '../support/every-write.ts';
import { createFailingReads } from '../support/failing-reads.ts';
import { kindsOf, publicAddresses } from '../support/public-addresses.ts';
import { unseen, visible } from '../support/stale-addresses.ts';
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';

const failing = createFailingReads();
let directory: SmallDirectory;

beforeAll(async () => {
  // The edge cache does not depend on the database engine.
  directory = await createSmallDirectory('sqlite', { wrap: failing.wrap });
  await everyWrite['a handle is chosen']?.(directory);
}, 120_000);
afterEach(() => failing.reset());
afterAll(() => directory.site.dispose());

/** The read of the front page's shelves calls them, and fails as a whole. */
const partsOfOthers = ['apps.trendingCards', 'search.browseCards'];

test('Answers public addresses of every kind completely after each of its reads failed once', async () => {
  const { site, known } = directory;
  const broken: string[] = [];
  const failedOnce = new Set<string>();
  let noticed = 0;
  const kindOf = kindsOf(known);
  const seen = new Set<string>();
  for (const path of new Set(await publicAddresses(site, known))) {
    await site.forget();
    failing.reset();
    const whole = visible(await site.get(path, unseen));
    const reads = failing.called();
    // Another address of the kind took the same reads.
    const shape = `${kindOf(path)} ${reads.join(' ')}`;
    if (seen.has(shape)) continue;
    seen.add(shape);
    for (const [index, name] of reads.entries()) {
      const nth = reads.slice(0, index).filter((one) => one === name).length;
      await site.forget();
      failing.failOnce(name, nth);
      const failed = visible(await site.get(path, unseen));
      failedOnce.add(name);
      if (failed !== whole) noticed += 1;
      if (visible(await site.get(path, unseen)) !== whole) broken.push(`${path} after ${name}`);
    }
  }
  expect(broken).toEqual([]);
  // Most failures change the answer; otherwise the test would prove nothing.
  expect(noticed).toBeGreaterThan(150);
  expect([...failedOnce].sort()).toEqual(
    Object.entries<Slice>({ ...site.product.slices })
      .flatMap(([slice, { reads }]) => Object.keys(reads).map((name) => `${slice}.${name}`))
      .filter((name) => !partsOfOthers.includes(name))
      .sort(),
  );
}, 300_000);
