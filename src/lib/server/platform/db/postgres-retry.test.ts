import type pg from 'pg';
import { expect, test } from 'vitest';
import { retryingReadPool } from './postgres-retry.ts';

/** The names under which a new process prepares a text. */
async function namesOf(text: string): Promise<unknown[]> {
  const names: unknown[] = [];
  const query = ({ name }: pg.QueryConfig) => Promise.resolve(names.push(name));
  const pool = { connect: () => Promise.resolve({ query, release: () => undefined }) } as unknown as pg.Pool;
  const reading = await retryingReadPool(pool, (work) => work).connect();
  for (let use = 0; use < 2; use++) await (reading.query as (...sent: unknown[]) => unknown)(text, []);
  return names;
}

test('A text has a name that no other text has in any process', async () => {
  const [first, second] = await namesOf('select 1');
  expect(first).toBeTypeOf('string');
  expect(second).toBe(first);
  expect((await namesOf('select 1'))[0]).toBe(first);
  // A pooler may hand over a connection on which another process has prepared its own.
  expect((await namesOf('select 2'))[0]).not.toBe(first);
});
