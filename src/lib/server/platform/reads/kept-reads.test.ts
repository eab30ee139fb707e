import { expect, test } from 'vitest';
import { createKeptReads } from './kept-reads.ts';

test('Keeps what is asked for again and again while others come and go', async () => {
  const { get } = createKeptReads(2);
  const read: string[] = [];
  for (const id of ['count', 'one', 'count', 'two', 'count', 'three', 'count'])
    await get('', [id], async (missing) => {
      read.push(...missing);
      return new Map(missing.map((one) => [one, { value: one, keys: [] }]));
    });
  expect(read).toEqual(['count', 'one', 'two', 'three']);
});
