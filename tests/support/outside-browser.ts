// Browser tests beside other sites on this machine. The tests of a worker share one server, which reaches those sites
// in place of the internet.
import { randomUUID } from 'node:crypto';
import { test as base } from './browser.ts';
import { startBrowserSite } from './browser-site.ts';
import { startOutsideWorld, type OutsideWorld } from './outside-world.ts';

/** A host that no other test has listed. */
export const newHost = (): string => `app-${randomUUID().slice(0, 8)}.ng`;

export const test = base.extend<object, { world: OutsideWorld }>({
  world: [
    async ({}, use) => {
      const world = await startOutsideWorld();
      await use(world);
      await world.stop();
    },
    { scope: 'worker' },
  ],
  ownSite: [
    async ({ world }, use) => {
      // A server in production refuses other sites that are faked.
      const site = await startBrowserSite({ ...world.env, NODE_ENV: 'test' });
      process.env['TEST_DATA_DIR'] = site.dataDir;
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
