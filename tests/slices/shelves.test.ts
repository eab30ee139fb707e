// The shelves that editors keep: what they may pick, that two of one place never overlap, and when visitors see them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppListing } from '../../src/lib/shared/schemas/apps.ts';
import { slotNumbers, type AddShelf } from '../../src/lib/shared/schemas/moderation/shelves.ts';
import type { ShelfTable } from '../../src/lib/server/platform/db/schema.ts';
import { newId } from '../../src/lib/server/platform/ids.ts';
import { recordReads } from '../../src/lib/server/platform/reads/reads.ts';
import { viewsKeptMs } from '../../src/lib/shared/schemas/views.ts';
import { pickableApps } from '../support/pickable-apps.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const begin = Date.UTC(2026, 10, 23, 9);
const iso = (at: number): string => new Date(at).toISOString();

describe.each(bothEngines)('Shelves on %s', (engine) => {
  let now = begin;
  let product: TestProduct;
  let owner: string;
  let list: Awaited<ReturnType<typeof pickableApps>>;
  let apps: AppListing[];
  let editor: { userId: string; client: { address: string; userAgent: string } };

  beforeAll(async () => {
    product = await createTestProduct(engine, { clock: () => now });
    owner = await createOwner(product);
    list = await pickableApps(product, owner);
    apps = [];
    for (let n = 0; n < 4; n += 1) apps.push(await list({ createdAt: begin - day }));
    editor = { userId: await createOwner(product), client: { address: '10.0.0.1', userAgent: 'test' } };
  });
  afterAll(() => product.dispose());

  const ids = (): string[] => apps.map(({ id }) => id);
  const form = (from: number, until: number, more: Partial<AddShelf> = {}): AddShelf => ({
    slot: 'picks',
    title: 'Picked',
    from: iso(from),
    until: iso(until),
    apps: ids(),
    ...more,
  });
  const add = (wanted: AddShelf) => product.services.shelves.addShelf(editor, wanted);
  const front = () => product.services.shelves.showFront();
  async function clear(): Promise<void> {
    await product.db.write((trx) => trx.deleteFrom('shelves').execute());
    now = begin;
  }

  test('Refuses a shelf that overlaps another of its place, and names the other', async () => {
    await add(form(begin, begin + day, { title: 'The first' }));
    for (const [from, until] of [
      [begin + day - minute, begin + 2 * day],
      [begin - day, begin + minute],
      [begin + hour, begin + 2 * hour],
    ] as const)
      await expect(add(form(from, until))).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining("'The first' has this place from 23 Nov 2026, 10:00") as string,
      });
    await add(form(begin + day, begin + 2 * day, { title: 'The next' }));
    await add(form(begin, begin + day, { slot: 'theme', title: 'Beside it' }));
    await clear();
  });

  test('Leaves out a shelf of a place that only a later version knows', async () => {
    await add(form(begin, begin + day));
    const later: ShelfTable = {
      id: newId(),
      slot: Math.max(...Object.values(slotNumbers)) + 1,
      title: 'Later',
      version: 1,
      starts_at: begin,
      ends_at: begin + day,
      created_by: null,
      created_at: begin,
      changed_at: begin,
    };
    await product.db.write((trx) => trx.insertInto('shelves').values(later).execute());
    expect((await front()).map(({ title }) => title)).toEqual(['Picked']);
    expect((await product.services.shelves.listShelves(undefined)).items).toHaveLength(1);
    await clear();
  });

  test('Leaves the refusal of an overlap to the database where two are added at once', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, (_, n) => add(form(begin + n * minute, begin + day))),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 409 });
    await clear();
  });

  test('The database itself refuses overlapping rows, and rows that move into another', async () => {
    const row = (starts_at: number, ends_at: number, slot = 1) => ({
      id: newId(),
      slot,
      title: 'Row',
      starts_at,
      ends_at,
      version: 1,
      created_by: null,
      created_at: 0,
      changed_at: 0,
    });
    const insert = (one: ReturnType<typeof row>) =>
      product.db.write((trx) => trx.insertInto('shelves').values(one).execute());
    const caught = async (work: Promise<unknown>): Promise<unknown> =>
      await work.then(
        () => null,
        (error: unknown) => error,
      );
    const isOverlap = (error: unknown): boolean => product.db.engine.isExclusionViolation(error);
    const second = row(20, 30);
    await insert(row(10, 20));
    await insert(second);
    await insert(row(10, 30, 2));
    await insert(row(10, 30, 500));
    expect(isOverlap(await caught(insert(row(19, 21))))).toBe(true);
    const move = product.db.write((trx) =>
      trx.updateTable('shelves').set({ starts_at: 19 }).where('id', '=', second.id).execute(),
    );
    expect(isOverlap(await caught(move))).toBe(true);
    const backwards = await caught(insert(row(50, 40)));
    expect([backwards === null, isOverlap(backwards)]).toEqual([false, false]);
    await clear();
  });

  test('Shows a shelf from its first millisecond to its last, in the order of the editors', async () => {
    const reversed = ids().toReversed();
    await add(form(begin + hour, begin + 2 * hour, { apps: reversed }));
    now = begin + hour - 1;
    expect(await front()).toEqual([]);
    now += 1;
    const [shelf] = await front();
    expect([shelf?.kind, shelf?.title, shelf?.apps.map(({ id }) => id)]).toEqual([
      'picks',
      'Picked',
      reversed,
    ]);
    now = begin + 2 * hour - 1;
    expect(await front()).toHaveLength(1);
    now += 1;
    expect(await front()).toEqual([]);
    await clear();
  });

  test('Refuses what visitors cannot see, what lacks something, and the own app of the editor', async () => {
    const bare = await product.services.apps.publishApp(newApp(owner));
    const until = begin + day;
    const with4 = (id: string) => form(begin, until, { apps: [...ids().slice(0, 3), id] });
    await expect(add(with4(bare.id))).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /cannot be picked yet\. It needs: a logo, two screenshots, a long/,
      ) as string,
    });
    await expect(add(with4(newId()))).rejects.toMatchObject({ status: 400 });
    const own = await (await pickableApps(product, editor.userId))();
    await expect(add(with4(own.id))).rejects.toMatchObject({ status: 403 });
    await expect(add(form(begin - day, begin))).rejects.toMatchObject({ status: 400 });
    expect(await front()).toEqual([]);
    await clear();
  });

  test('An app that leaves the lists leaves the shelf, and a shelf with fewer than three is not shown', async () => {
    await add(form(begin, begin + day));
    const shownIds = async () => (await front()).flatMap((shelf) => shelf.apps.map(({ id }) => id));
    expect(await shownIds()).toEqual(ids());
    const setState = (id: string, state: 'public' | 'held' | 'limited' | 'removed' | 'unlisted') =>
      product.db.write((trx) =>
        trx
          .updateTable('apps')
          .set({ state, is_listed: state === 'public' ? 1 : 0 })
          .where('id', '=', id)
          .execute(),
      );
    const [first = '', second = ''] = ids();
    for (const state of ['held', 'limited', 'removed', 'unlisted'] as const) {
      await setState(first, state);
      expect([state, await shownIds()]).toEqual([state, ids().slice(1)]);
      await setState(first, 'public');
    }
    await setState(first, 'held');
    await setState(second, 'held');
    expect(await front()).toEqual([]);
    await setState(first, 'public');
    await setState(second, 'public');
    expect(await shownIds()).toEqual(ids());
    await clear();
  });

  test('Tells the second of two who change a shelf, and records who did what', async () => {
    const { row } = await add(form(begin, begin + day));
    const change = (version: number, title: string) =>
      product.services.shelves.changeShelf(editor, row.id, {
        ...form(begin, begin + day, { title }),
        version,
      });
    expect((await change(1, 'Renamed')).row).toMatchObject({ title: 'Renamed', version: 2 });
    await expect(change(1, 'Too late')).rejects.toMatchObject({ status: 409 });
    now = begin + day;
    await expect(change(2, 'Over')).rejects.toMatchObject({ status: 409 });
    await product.services.shelves.removeShelf(editor, row.id, { version: 2 });
    await expect(product.services.shelves.removeShelf(editor, row.id, { version: 2 })).rejects.toMatchObject({
      status: 404,
    });
    const events = await product.db.read
      .selectFrom('audit_events')
      .select('event')
      .where('user_id', '=', editor.userId)
      .orderBy('id')
      .execute();
    expect(events.map(({ event }) => event).slice(-3)).toEqual([
      'shelf.added',
      'shelf.changed',
      'shelf.removed',
    ]);
    await clear();
  });

  test('Keeps an answer without trending apps no longer than the ranks are kept', async () => {
    const reads = recordReads();
    const { engine: dialect, read } = product.db;
    expect(await product.slices.apps.reads.listTrending({ engine: dialect, read, reads }, 0)).toEqual([]);
    expect(reads.keptForMs()).toBe(viewsKeptMs);
  });
});
