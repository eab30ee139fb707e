// A small part of `npm run proof -- killed-writes`: a write sent again with the same key is done once.
import { expect, test } from 'vitest';
import { expectEachReleaseOnce } from '../support/killed-writes.ts';

test('Lists each release once although its server is killed', async () => {
  await expect(expectEachReleaseOnce([0, 6])).resolves.toBeUndefined();
}, 180_000);
