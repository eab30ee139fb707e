// How long rows are kept: docs/retention.md.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { day, minute, startProduct } from '../harness/product.ts';
import type { App } from '../harness/shapes.ts';

const product = await startProduct();
const { client, clock, people } = product;
const person = await people.verified();
const owner = client.as(person);

async function count(table: string): Promise<number> {
  const [row] = await product.sql<{ number: number | string }>(`select count(*) as number from ${table}`);
  return Number(row?.number);
}

const { body: app } = await owner.post<App>(
  '/app/',
  { name: 'Harmattan', description: 'Says when dust comes.', website: 'https://harmattan.ng' },
  { 'idempotency-key': randomUUID() },
);
await owner.patch(`/app/${app.id}/`, { name: 'Harmattan Watch' });
for (const handle of ['harmattan-one', 'harmattan-two']) await owner.patch(`/user/${person.id}/`, { handle });
await people.logIn(person);
await people.unverified();
await product.work();
const began = clock();

test.each([
  [5 * minute, ['codes']],
  [day, ['kept_answers']],
  [7 * day, ['outbox']],
  [30 * day, ['sessions']],
  [90 * day, ['app_name_ids', 'old_handles', 'known_devices']],
])('The sweep keeps rows for %i ms, and no longer: %s', async (ms, tables) => {
  clock.advance(began + ms - minute - clock());
  await product.sweep();
  for (const table of tables) expect(await count(table), table).toBeGreaterThan(0);
  clock.advance(2 * minute);
  await product.sweep();
  for (const table of tables) expect(await count(table), table).toBe(0);
});
