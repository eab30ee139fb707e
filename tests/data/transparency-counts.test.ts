// The counters of the transparency page against a recount from the rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';
import { newId } from '../../src/lib/server/platform/ids.ts';
import { createTestProduct, engines, type TestProduct } from '../support/test-product.ts';

const hour = 3_600_000;
const old = Date.UTC(2021, 0, 31, 22, 30);
/** The same numbers at each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe.each(engines)('Counts of the transparency page on %s', (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct(engine);
  });
  afterAll(() => product.dispose());
  const database = () => (product.db as OpenDatabase).kysely;

  async function recount(): Promise<Record<string, number>> {
    const db = database();
    const counts: Record<string, number> = {};
    const add = (at: number, counted: string, name: string): void => {
      const key = `${new Date(at + hour).toISOString().slice(0, 7)} ${counted} ${name}`;
      counts[key] = (counts[key] ?? 0) + 1;
    };
    for (const row of await db.selectFrom('reports').selectAll().execute())
      if (row.state !== 'pending-code' && row.opened_at !== null) add(row.opened_at, 'report', row.reason);
    for (const row of await db.selectFrom('cases').selectAll().execute()) {
      add(row.opened_at, 'case', row.kind);
      if (row.state === 'decided' && row.decided_at !== null)
        add(row.decided_at, 'hours', String(Math.floor((row.decided_at - row.opened_at) / hour)));
    }
    for (const row of await db.selectFrom('decisions').selectAll().execute())
      for (const counted of ['policy', 'source', 'action'] as const) add(row.at, counted, row[counted]);
    for (const row of await db.selectFrom('appeals').selectAll().execute())
      add(row.created_at, 'appeal', row.outcome ?? 'open');
    return counts;
  }
  async function kept(): Promise<Record<string, number>> {
    const rows = await database()
      .selectFrom('transparency_counts')
      .selectAll()
      .where('count', '!=', 0)
      .execute();
    return Object.fromEntries(rows.map((row) => [`${row.month} ${row.counted} ${row.name}`, row.count]));
  }

  test('Random histories are counted as their rows are, also after changes, removals and a rollback', async () => {
    const db = database();
    const random = createRandom(7);
    const one = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0];
    const about = { subject_kind: 'app', subject_id: '' } as const;
    for (let turn = 0; turn < 60; turn += 1) {
      const id = newId();
      const at = old + random(90 * 24) * hour;
      const report: Schema['reports'] = {
        ...about, id, number: id, subject_id: id, case_id: id, reason: one(['spam', 'scam', 'facts']), message: '',
        link: '', state: one(['pending-code', 'open']), reporter_id: null, reporter_key: id, name: '', email: '',
        follow_hash: null, address_hash: null, network_hash: null, created_at: at, opened_at: at, decided_at: null,
      }; // prettier-ignore
      await db.insertInto('reports').values(report).execute();
      const row: Schema['cases'] = {
        ...about, id, number: id, subject_id: id, subject_name: '', kind: one(['report', 'hold']), state: 'open',
        reason: 'spam', app_id: null, owner_id: null, note: '', reports: 1, assigned_to: null, version: 1,
        decision_id: null, opened_at: at, due_at: at, waits_until: null, decided_at: null,
      }; // prettier-ignore
      await db.insertInto('cases').values(row).execute();
      const decision: Schema['decisions'] = {
        ...about, id, number: id, case_id: id, bulk_id: null, reverses_id: null, at, source: one(['staff', 'rule']),
        actor_id: null, action: one(['none', 'limit', 'restore']), policy: one(['spam', 'scam']),
        policies_version: '1', public_reason: '', owner_reason: '', subject_name: '', owner_id: null,
        state_before: '', state_after: '',
      }; // prettier-ignore
      await db.insertInto('decisions').values(decision).execute();
      const appeal: Schema['appeals'] = {
        id, decision_id: id, case_id: id, party: 'owner', party_key: id, text: '', state: 'open', outcome: null,
        answer: '', decided_by: null, created_at: at, decided_at: null,
      }; // prettier-ignore
      await db.insertInto('appeals').values(appeal).execute();
      if (random(2) === 0) {
        const end = at + random(900) * (hour / 10);
        const closed = { state: 'decided', decided_at: end } as const;
        await db.updateTable('cases').set(closed).where('id', '=', id).execute();
        await db.updateTable('reports').set(closed).where('id', '=', id).execute();
        const outcome = one(['upheld', 'reversed'] as const);
        await db.updateTable('appeals').set({ state: 'decided', outcome }).where('id', '=', id).execute();
      }
      if (random(4) === 0) await db.deleteFrom('reports').where('id', '=', id).execute();
      if (random(4) === 0) await db.deleteFrom('cases').where('id', '=', id).execute();
      if (random(4) === 0) await db.deleteFrom('decisions').where('id', '=', id).execute();
      if (random(4) === 0) await db.deleteFrom('appeals').where('id', '=', id).execute();
    }
    const before = await recount();
    expect(Object.keys(before).length).toBeGreaterThan(30);
    expect(await kept()).toEqual(before);
    await expect(
      product.db.write(async (trx) => {
        await trx.updateTable('cases').set({ kind: 'appeal' }).execute();
        await trx.deleteFrom('reports').execute();
        throw new Error('Taken back.');
      }),
    ).rejects.toThrow('Taken back.');
    expect(await kept()).toEqual(before);
  });
});
