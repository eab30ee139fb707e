// A shelf begins and ends on all nodes at the same millisecond of their clocks, without a message between them.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compose } from '../../src/compose.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { pickableApps } from '../support/pickable-apps.ts';
import { createOwner } from '../support/test-product.ts';
import { createTestSite, serveProduct } from '../support/test-site.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 10, 23, 9);

test('A shelf begins and ends on three nodes at the same millisecond, also on their cached pages', async () => {
  let now = begin;
  const clock = () => now;
  const site = await createTestSite('postgres', {}, { clock });
  const { config, services } = site.product;
  const log = createLogger('silent');
  const folders: string[] = [];
  const others = await Promise.all(
    [1, 2].map(async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
      folders.push(dataDir);
      // Nodes of one directory share the secret for tokens.
      await copyFile(join(config.dataDir, 'auth-secret'), join(dataDir, 'auth-secret'));
      const product = await compose({ ...config, dataDir }, { clock });
      return { product, served: await serveProduct(product, log) };
    }),
  );
  try {
    const list = await pickableApps(site.product, await createOwner(site.product));
    const apps = [(await list()).id, (await list()).id, (await list()).id];
    const editor = {
      userId: await createOwner(site.product),
      client: { address: '10.0.0.1', userAgent: 'test' },
    };
    const iso = (at: number): string => new Date(at).toISOString();
    const form = { title: 'Picked', from: iso(begin + minute), until: iso(begin + 2 * minute), apps };
    await services.shelves.addShelf(editor, { slot: 'picks', ...form });
    const gets = [site.get, ...others.map(({ served }) => served.get)];
    const shown = () =>
      Promise.all(gets.map(async (get) => (await get('/')).text.includes('id="shelf-picks"')));
    for (const [after, isThere] of [
      [0, false],
      [minute - 1, false],
      [minute, true],
      [2 * minute - 1, true],
      [2 * minute, false],
    ] as const) {
      now = begin + after;
      expect([after, await shown()]).toEqual([after, [isThere, isThere, isThere]]);
    }
  } finally {
    for (const { product, served } of others) {
      served.server.destroy();
      await served.server.close();
      await product.close();
    }
    await site.dispose();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
});
