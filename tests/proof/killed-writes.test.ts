// Property: a write whose server is killed at any moment is done once when it is sent again with the same key.
import { expect, test } from 'vitest';
import { expectEachReleaseOnce } from '../support/killed-writes.ts';

test('Lists each release once although its server is killed after 0 to 11 ms', async () => {
  const moments = Array.from({ length: 12 }, (_, moment) => moment);
  await expect(expectEachReleaseOnce(moments)).resolves.toBeUndefined();
});
