import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestProduct,
  bothEngines,
  type TestProduct,
} from '../../../../../tests/support/test-product.ts';
import { openDatabase } from '../../../../compose.ts';
import type { OpenDatabase } from './database.ts';
import { createWriteCheck } from './write-check.ts';

describe.each(bothEngines)('The check of writes on %s', (engine) => {
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

  test('Rejects while the database answers reads only, and resolves once it accepts writes again', async () => {
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
        // Open connections keep their earlier setting.
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

  test('Writes again only after five seconds', async () => {
    let [now, writes] = [0, 0];
    const counted = { write: ((work) => ((writes += 1), db.write(work))) as OpenDatabase['write'] };
    const check = createWriteCheck(counted, () => now);
    for (const at of [0, 1_000, 4_999, 5_000, 6_000]) {
      now = at;
      await check();
    }
    expect(writes).toBe(2);
  });

  test('Writes again at once after the clock was set back', async () => {
    let [now, writes] = [3_600_000, 0];
    const counted = { write: ((work) => ((writes += 1), db.write(work))) as OpenDatabase['write'] };
    const check = createWriteCheck(counted, () => now);
    await check();
    now = 0;
    await check();
    expect(writes).toBe(2);
  });

  test('Shares one write between calls that overlap, and tries again after it failed', async () => {
    let writes = 0;
    const failing = { write: () => ((writes += 1), Promise.reject(new Error('No room.'))) };
    const check = createWriteCheck(failing, () => 0);
    const calls = await Promise.allSettled([check(), check(), check()]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(writes).toBe(1);
    await expect(check()).rejects.toThrow('No room.');
    expect(writes).toBe(2);
  });

  test('Begins another write after five seconds if one hangs', async () => {
    let [now, writes] = [0, 0];
    const hanging = { write: () => ((writes += 1), new Promise<never>(() => undefined)) };
    const check = createWriteCheck(hanging, () => now);
    for (const at of [0, 4_999, 5_000]) {
      now = at;
      void check();
    }
    expect(writes).toBe(2);
  });

  test('Shares the write that took the place of one that hung, also after that one has ended', async () => {
    let now = 0;
    const begun: PromiseWithResolvers<never>[] = [];
    const hanging = {
      write: () => {
        const write = Promise.withResolvers<never>();
        begun.push(write);
        return write.promise;
      },
    };
    const check = createWriteCheck(hanging, () => now);
    const first = check();
    now = 5_000;
    const second = check();
    begun[0]?.reject(new Error('The connection was lost.'));
    await expect(first).rejects.toThrow('The connection was lost.');
    const third = check();
    expect(begun).toHaveLength(2);
    begun[1]?.reject(new Error('No room.'));
    await expect(second).rejects.toThrow('No room.');
    await expect(third).rejects.toThrow('No room.');
  });
});
