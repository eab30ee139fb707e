import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestProduct, engines, type TestProduct } from '../../../../../tests/support/test-product.ts';
import { openDatabase } from '../../../../compose.ts';
import type { OpenDatabase } from './database.ts';
import { createWriteCheck } from './write-check.ts';

describe.each(engines)('The check of writes on %s', (engine) => {
  let product: TestProduct;
  let db: OpenDatabase;
  beforeEach(async () => {
    product = await createTestProduct(engine);
    db = await openDatabase(product.config);
  });
  afterEach(async () => {
    await db.close();
    await product.dispose();
  });

  test('Rejects while the database answers reads alone, and resolves once it takes writes again', async () => {
    let now = 0;
    const check = createWriteCheck(db, () => now);
    const turnReadOnly = async (on: boolean): Promise<void> => {
      if (engine === 'sqlite') await sql.raw(`pragma query_only = ${on ? 'on' : 'off'}`).execute(db.kysely);
      else {
        const value = on ? 'on' : 'off';
        const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.kysely);
        const name = rows[0]?.name ?? '';
        const change = `alter database "${name}" set default_transaction_read_only = ${value}`;
        await sql.raw(`begin read write; ${change}; commit`).execute(db.kysely);
        // Connections that are open keep what they began with.
        await db.close();
        db = await openDatabase(product.config);
      }
    };
    await check();
    await turnReadOnly(true);
    const again = engine === 'sqlite' ? check : createWriteCheck(db, () => now);
    expect(await db.read.selectFrom('settings').select('name').execute()).not.toContainEqual({
      name: 'write-check',
    });
    now += 5_000;
    await expect(again()).rejects.toThrow(/read-only|cannot be stored/);
    await turnReadOnly(false);
    const last = engine === 'sqlite' ? check : createWriteCheck(db, () => now);
    await last();
    const left = await db.read
      .selectFrom('settings')
      .select('name')
      .where('name', '=', 'write-check')
      .execute();
    expect(left).toEqual([]);
  });

  test('Writes again only after five seconds, or when the clock was set back', async () => {
    let [now, writes] = [0, 0];
    const counted = { write: ((work) => ((writes += 1), db.write(work))) as OpenDatabase['write'] };
    const check = createWriteCheck(counted, () => now);
    for (const at of [0, 1_000, 4_999, 5_000, 6_000]) {
      now = at;
      await check();
    }
    expect(writes).toBe(2);
    // A time server has set the clock back.
    now = 1_000;
    await check();
    expect(writes).toBe(3);
  });
});
