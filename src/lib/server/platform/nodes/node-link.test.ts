import { expect, test } from 'vitest';
import { createDatabase } from '../../../../../tests/support/fresh-database.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';
import { createLogger } from '../log.ts';
import { createNodeLink } from './node-link.ts';

test('Keeps no connection where it is closed while it connects', async () => {
  const database = await createDatabase(await postgresUrl());
  const start = (node: string) =>
    createNodeLink({
      url: database.url,
      node,
      log: createLogger('silent'),
      onPayload: () => undefined,
      onUp: () => undefined,
      onDown: () => undefined,
    });
  const [stays, leaves] = [start('stays'), start('leaves')];
  await stays.open();
  const opening = leaves.open();
  await leaves.close();
  await opening;
  expect(leaves.isUp()).toBe(false);
  await expect.poll(() => stays.connected(), { timeout: 3_000 }).toEqual(new Set(['stays']));
  await stays.close();
  await database.drop();
});
