// The server is killed at many moments of a write: what is sent again with the same key is done once.
import { expect, test } from 'vitest';
import { expectEachReleaseOnce } from '../support/killed-writes.ts';

test('Lists each release once when the server that lists it is killed after 0 to 11 ms', async () => {
  const moments = Array.from({ length: 12 }, (_, moment) => moment);
  await expect(expectEachReleaseOnce(moments)).resolves.toBeUndefined();
});
