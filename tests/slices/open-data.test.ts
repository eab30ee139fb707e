// The exports of all listings: what stands in them, when they are made, and what is taken out at once.
import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isExportKey } from '../../src/lib/server/platform/storage/storage.ts';
import { createOwner, createTestProduct, bothEngines, type TestProduct } from '../support/test-product.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(bothEngines)('Exports on %s', (engine) => {
  let product: TestProduct;
  let ownerId: string;
  let now = Date.UTC(2026, 10, 21, 9);
  let listed = 0;

  beforeAll(async () => {
    product = await createTestProduct(engine, { clock: () => now, wakeMail: () => undefined });
    ownerId = await createOwner(product);
  });
  afterAll(() => product.dispose());

  async function list(name?: string, by = ownerId): Promise<string> {
    listed += 1;
    const client = { address: '127.0.0.1' };
    const caller = {
      userId: by,
      sessionId: '',
      isVerified: true,
      role: 'member' as const,
      factorAt: null,
      client,
    };
    const form = {
      name: name ?? `Exported ${String(listed)}`,
      description: 'An app.',
      website: 'https://a.ng',
    };
    const app = await product.services.apps.createApp(caller, form, { logo: undefined, screenshots: [] });
    return app.id;
  }
  const set = (id: string, columns: object) =>
    product.db.write((trx) => trx.updateTable('apps').set(columns).where('id', '=', id).execute());
  const make = () => product.services.openData.makeExportIfDue();
  async function text(name: string): Promise<string> {
    const found = await product.services.openData.findExport(name);
    if (found === null || found === 'later') return expect.fail(`There is no ${name}.`);
    expect(isExportKey(found.key)).toBe(true);
    const file = await product.storage.read(found.key);
    return gunzipSync(await buffer(file?.stream ?? expect.fail('The file is gone.'))).toString();
  }
  interface Row {
    id: string;
    name: string;
    owner: object;
  }
  const rows = async () =>
    (await text('apps.ndjson'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  const stored = async () => {
    const kept: string[] = [];
    for await (const { key } of product.storage.list()) kept.push(key);
    return kept;
  };

  test('They hold public listings only, without the contacts of owners', async () => {
    expect(await product.services.openData.findExport('apps.ndjson')).toBeNull();
    const ids = [await list(), await list()];
    for (const state of ['unlisted', 'held', 'limited', 'removed']) {
      await set(await list(), { state, is_listed: 0, state_at: state === 'unlisted' ? null : now });
    }
    now += 1_000;
    expect(await make()).toBe(true);
    const found = await rows();
    expect(found.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(found[0]).toMatchObject({ url: expect.stringContaining('/app/exported-') as string });
    expect(Object.keys(found[0]?.owner ?? {})).toEqual(['id', 'name']);
    expect(await text('apps.ndjson')).not.toContain('@');
    const table = parse<Record<string, string>>(await text('apps.csv'), { columns: true });
    expect(table.map(({ id }) => id)).toEqual(ids.toSorted());
    expect(await product.services.openData.findExport('users.csv')).toBeNull();
    // They are no pictures: no sweep and no backup meets them.
    expect(await stored()).toEqual([]);
  });

  test('They are made once a day, and old ones are removed', async () => {
    expect(await make()).toBe(false);
    const keys: string[] = [];
    for (let night = 0; night < 3; night += 1) {
      await list();
      now += day;
      expect([await make(), await make()]).toEqual([true, false]);
      const found = await product.services.openData.findExport('apps.ndjson');
      if (found !== null && found !== 'later') keys.push(found.key);
    }
    const there = await Promise.all(
      keys.map(async (key) => {
        const file = await product.storage.read(key);
        file?.stream.destroy();
        return file !== null;
      }),
    );
    expect(there).toEqual([false, true, true]);
  });

  test('What staff take down is in no answer from that moment, and in no later export', async () => {
    const id = await list();
    now += day;
    await make();
    expect((await rows()).map((row) => row.id)).toContain(id);
    now += 1_000;
    await set(id, { state: 'removed', is_listed: 0, state_at: now });
    expect(await product.services.openData.findExport('apps.csv')).toBe('later');
    now += minute;
    expect(await make()).toBe(true);
    expect((await rows()).map((row) => row.id)).not.toContain(id);
  });

  test('A suspended account is taken out in the same way', async () => {
    const other = await createOwner(product);
    const id = await list(undefined, other);
    now += day;
    await make();
    expect((await rows()).map((row) => row.id)).toContain(id);
    now += 1_000;
    // A job takes its listings out of the lists later.
    await product.db.write((trx) =>
      trx.updateTable('users').set({ banned_at: now }).where('id', '=', other).execute(),
    );
    expect(await product.services.openData.findExport('apps.csv')).toBe('later');
    now += minute;
    await make();
    expect((await rows()).map((row) => row.id)).not.toContain(id);
  });

  test('A closed account is taken out, also when a job has removed its last row', async () => {
    const other = await createOwner(product);
    const id = await list(undefined, other);
    now += day;
    await make();
    expect((await rows()).map((row) => row.id)).toContain(id);
    now += 1_000;
    await product.services.ownData.deleteOwnerless(other);
    await product.jobs.flush();
    expect(await product.services.openData.findExport('apps.csv')).toBe('later');
    now += minute;
    expect(await make()).toBe(true);
    expect((await rows()).map((row) => row.id)).not.toContain(id);
  });

  test('A closed account without listings takes nothing out', async () => {
    const other = await createOwner(product);
    now += 1_000;
    await product.services.ownData.deleteOwnerless(other);
    expect(await product.services.openData.findExport('apps.csv')).not.toBe('later');
  });

  test('Files that a restored backup does not have are made again', async () => {
    const found = await product.services.openData.findExport('apps.csv');
    if (found === null || found === 'later') return expect.fail('There is no export.');
    expect(await make()).toBe(false);
    await product.storage.delete(found.key);
    expect(await make()).toBe(true);
    expect(await text('apps.csv')).toContain('owner_name');
  });

  test('A new listing that a rule holds takes nothing out', async () => {
    now += 1_000;
    const id = await list();
    await set(id, { state: 'held', is_listed: 0, state_at: now });
    expect(await product.services.openData.findExport('apps.csv')).not.toBe('later');
  });

  test('What one account does to itself does not keep the files from everybody', async () => {
    const id = await list();
    now += day;
    await make();
    now += 1_000;
    // Its owner gave it a name that a rule holds.
    await set(id, { state: 'held', is_listed: 0, state_at: now, state_decision: null });
    const empty = await createOwner(product);
    await product.db.write((trx) =>
      trx.updateTable('users').set({ closed_at: now }).where('id', '=', empty).execute(),
    );
    expect(await product.services.openData.findExport('apps.csv')).not.toBe('later');
    // Staff hold it.
    await set(id, { state_decision: 'NB-2026-0001' });
    expect(await product.services.openData.findExport('apps.csv')).toBe('later');
    now += minute;
    await make();
  });

  test('A name that is a formula does not run where the file is opened', async () => {
    const id = await list('=HYPERLINK("https://evil.example","x")');
    now += day;
    await make();
    const table = parse<Record<string, string>>(await text('apps.csv'), { columns: true });
    expect(table.find((row) => row['id'] === id)?.['name']).toBe(`'=HYPERLINK("https://evil.example","x")`);
  });

  test('A process that stops leaves the former export as it was', async () => {
    const before = await product.services.openData.findExport('apps.ndjson');
    now += day;
    expect(await product.services.openData.makeExportIfDue(() => true)).toBe(false);
    expect(await product.services.openData.findExport('apps.ndjson')).toEqual(before);
  });
});
