// Bulk actions: done in small steps, taken back as one, and continued after an interruption.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../../src/lib/shared/schemas/apps.ts';
import type { BulkJson, BulkPreviewJson } from '../../../src/lib/shared/schemas/moderation/decisions.ts';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { createStaff, listApp, ruling } from '../../support/desk-cases.ts';
import { createPerson, type Person } from '../../support/people.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

const withoutKey = (mail: string | undefined) => mail?.replace(/\/appeal\/[\w-]+/, '/appeal/...');

describe.each(engines)('Bulk actions on %s', (engine) => {
  let api: TestApi;
  let staff: Person;
  let now = Date.UTC(2026, 10, 21, 9);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, wakeMail: () => undefined });
    staff = await createStaff(api);
  });
  afterAll(() => api.product.dispose());

  const database = () => (api.product.db as OpenDatabase).kysely;
  const send = (path: string, form: object = {}) => api.post(path, form, staff.access);
  async function begin(form: object): Promise<BulkJson> {
    const { body, status } = await send('/desk/bulk/', { action: 'remove', ...ruling, ...form });
    expect(status, JSON.stringify(body)).toBe(201);
    return body as BulkJson;
  }
  async function show(number: string): Promise<BulkJson> {
    const headers = { authorization: `Bearer ${staff.access}` };
    return (await api.request(`/desk/bulk/${number}/`, { headers })).body as BulkJson;
  }
  async function states(apps: AppJson[]): Promise<string[]> {
    const ids = apps.map(({ id }) => id);
    const rows = await database().selectFrom('apps').select(['id', 'state']).where('id', 'in', ids).execute();
    return apps.map(({ id }) => rows.find((row) => row.id === id)?.state ?? 'gone');
  }
  async function ownerWith(count: number): Promise<{ owner: Person; apps: AppJson[] }> {
    const owner = await createPerson(api);
    const apps: AppJson[] = [];
    for (let number = 0; number < count; number += 1) apps.push(await listApp(api, owner));
    return { owner, apps };
  }
  /** Strikes of an account that count. */
  async function strikesOf({ id }: Person): Promise<number> {
    const strikes = database().selectFrom('strikes').select('id').where('user_id', '=', id);
    return (await strikes.where('revoked_at', 'is', null).execute()).length;
  }
  const mailsTo = ({ email }: Person) =>
    database()
      .selectFrom('outbox')
      .select(['subject', 'text'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute();

  test('Removes everything of an account, and takes it back as one', async () => {
    const { owner, apps } = await ownerWith(25);
    await database()
      .updateTable('apps')
      .set({ state: 'unlisted', is_listed: 0 })
      .where('id', '=', apps[0]?.id ?? '')
      .execute();
    const before = await states(apps);
    const mails = (await mailsTo(owner)).length;
    const form = { action: 'remove', ...ruling, account: owner.id };
    const preview = (await send('/desk/bulk/preview/', form)).body as BulkPreviewJson;
    const { number, total } = await begin({ account: owner.id });
    expect(total).toBe(25);
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'done', done: 25, skipped: 0 });
    expect(new Set(await states(apps))).toEqual(new Set(['removed']));
    expect((await api.request(`/app/${apps[1]?.name_id ?? ''}/`)).status).toBe(404);
    const [mail, ...others] = (await mailsTo(owner)).slice(mails);
    expect([others.length, mail?.subject]).toEqual([0, 'NaijaBuilt: about 25 of your listings']);
    expect(mail?.text).toContain('and 5 more');
    expect(preview.mails[0]?.text).toBe(withoutKey(mail?.text));
    expect(await strikesOf(owner)).toBe(25);

    expect((await send(`/desk/bulk/${number}/undo/`)).status).toBe(200);
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'undone', done: 25, skipped: 0 });
    expect(await states(apps)).toEqual(before);
    expect(await strikesOf(owner)).toBe(0);
    expect((await api.request(`/app/${apps[1]?.name_id ?? ''}/`)).status).toBe(200);
    expect((await send(`/desk/bulk/${number}/undo/`)).status).toBe(409);
    expect(api.faults).toEqual([]);
  });

  test('Suspends an account at once, and opens it again', async () => {
    const { owner, apps } = await ownerWith(3);
    const bulk = await begin({ action: 'suspend', account: owner.id });
    expect(bulk).toMatchObject({ state: 'done', done: 1 });
    const headers = { authorization: `Bearer ${owner.access}` };
    expect((await api.request('/user/me/', { headers })).status).toBe(401);
    expect((await api.request(`/user/${owner.id}/`)).status).toBe(404);
    await api.product.jobs.flush();
    expect((await api.request(`/app/${apps[0]?.name_id ?? ''}/`)).status).toBe(404);
    const refused = await send('/desk/bulk/', { action: 'suspend', ...ruling, account: owner.id });
    expect(refused.status).toBe(409);
    const undone = await send(`/desk/bulk/${bulk.number}/undo/`);
    expect(undone.body).toMatchObject({ state: 'undone', done: 1 });
    await api.product.jobs.flush();
    expect((await api.request(`/app/${apps[0]?.name_id ?? ''}/`)).status).toBe(200);
  });

  test('Skips what cannot change, and leaves what has changed since when it is taken back', async () => {
    const { apps, owner } = await ownerWith(3);
    const [held, later, gone] = apps;
    await database()
      .updateTable('apps')
      .set({ state: 'removed', is_listed: 0 })
      .where('id', '=', held?.id ?? '')
      .execute();
    const form = { action: 'remove', ...ruling, listings: apps.map(({ id }) => id) };
    const preview = (await send('/desk/bulk/preview/', form)).body as BulkPreviewJson;
    expect(preview).toMatchObject({ listings: 3, skipped: 1, owners: 1 });
    const { number } = await begin(form);
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'done', done: 2, skipped: 1 });
    // The preview has the words of the mail; only the key of its link is not known before.
    const sent = (await mailsTo(owner)).at(-1)?.text ?? '';
    expect(sent).toMatch(/\/appeal\/[\w-]{20,}/);
    expect(preview.mails[0]?.text).toBe(withoutKey(sent));
    await api.product.services.moderation.restoreListing(later?.id ?? '');
    await api.product.services.moderation.deleteListing(gone?.id ?? '', 'Spam.');
    expect((await send(`/desk/bulk/${number}/undo/`)).status).toBe(200);
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'undone', done: 0, skipped: 2 });
    expect(await states(apps)).toEqual(['removed', 'public', 'gone']);
    expect(preview.mails[0]?.to).toBe(owner.email);
  });

  test('Takes back a bulk restoration, and tells the owner of both', async () => {
    const { apps, owner } = await ownerWith(2);
    const listings = apps.map(({ id }) => id);
    await begin({ listings });
    await api.product.jobs.flush();
    const mails = (await mailsTo(owner)).length;
    expect(await strikesOf(owner)).toBe(2);
    now += 60_000;
    const { number } = await begin({ action: 'restore', listings });
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'done', done: 2, skipped: 0 });
    expect(await states(apps)).toEqual(['public', 'public']);
    expect(await strikesOf(owner)).toBe(0);
    expect(await mailsTo(owner)).toHaveLength(mails + 1);
    expect((await send(`/desk/bulk/${number}/undo/`)).status).toBe(200);
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'undone', done: 2, skipped: 0 });
    expect(await states(apps)).toEqual(['removed', 'removed']);
    expect(await strikesOf(owner)).toBe(2);
    expect(await mailsTo(owner)).toHaveLength(mails + 2);
    expect(api.faults).toEqual([]);
  });

  test('Leaves a listing removed whose name another one has taken, and restores the rest', async () => {
    const { apps, owner } = await ownerWith(2);
    const [taken, free] = apps;
    const listings = apps.map(({ id }) => id);
    const { number } = await begin({ listings });
    await api.product.jobs.flush();
    await api.product.services.moderation.releaseName(taken?.name_id ?? '');
    await listApp(api, await createPerson(api), taken?.name);
    const mails = (await mailsTo(owner)).length;
    expect((await send(`/desk/bulk/${number}/undo/`)).status).toBe(200);
    await api.product.jobs.flush();
    expect(await show(number)).toMatchObject({ state: 'undone', done: 1, skipped: 1 });
    expect(await states(apps)).toEqual(['removed', 'public']);
    const [mail] = (await mailsTo(owner)).slice(mails);
    expect(mail?.text).toContain(free?.name);
    expect(mail?.text).not.toContain(`- ${taken?.name ?? ''}\n`);
    const { number: restoring } = await begin({ action: 'restore', listings });
    await api.product.jobs.flush();
    expect(await show(restoring)).toMatchObject({ state: 'done', done: 0, skipped: 2 });
    expect(api.faults).toEqual([]);
  });

  test('Goes on where an interrupted process has stopped, and decides nothing twice', async () => {
    const { apps } = await ownerWith(4);
    const { number } = await begin({ listings: apps.map(({ id }) => id) });
    const bulk = await database()
      .selectFrom('bulk_actions')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    // Another process has decided the first one, and was killed while it held the job.
    const ids = apps.map(({ id }) => id).sort();
    await api.product.jobs.flush();
    const decided = () =>
      database().selectFrom('decisions').select('subject_id').where('bulk_id', '=', bulk.id).execute();
    expect((await decided()).map(({ subject_id }) => subject_id).sort()).toEqual(ids);
    const job = {
      id: 'killed',
      kind: 'bulk-action',
      account_id: bulk.id,
      state: JSON.stringify({ after: ids[1] }),
    } as const;
    const row = {
      done: 2,
      total: 4,
      created_at: now,
      due_at: now,
      lease: 'dead',
      tries: 0,
      last_error: null,
      request_id: null,
    };
    await database()
      .updateTable('bulk_actions')
      .set({ state: 'running', done: 2 })
      .where('id', '=', bulk.id)
      .execute();
    await database()
      .insertInto('jobs')
      .values({ ...job, ...row, finished_at: null })
      .execute();
    await api.product.jobs.flush();
    expect(await decided()).toHaveLength(4);
    expect(await show(number)).toMatchObject({ state: 'done', done: 2, skipped: 2 });
  });

  test('Refuses an undo after 30 days', async () => {
    const { apps } = await ownerWith(1);
    const { number } = await begin({ action: 'limit', listings: apps.map(({ id }) => id) });
    await api.product.jobs.flush();
    expect((await show(number)).undo_until).not.toBeNull();
    now += 30 * 86_400_000 + 1;
    staff = await createStaff(api);
    expect((await show(number)).undo_until).toBeNull();
    expect((await send(`/desk/bulk/${number}/undo/`)).status).toBe(409);
    expect(await states(apps)).toEqual(['limited']);
  });

  test('Refuses own listings, an empty selection, both kinds at once, and the suspension of a selection', async () => {
    const own = await listApp(api, staff);
    const { owner, apps } = await ownerWith(1);
    const listings = apps.map(({ id }) => id);
    const answer = async (form: object) =>
      (await send('/desk/bulk/', { action: 'remove', ...ruling, ...form })).status;
    expect(await answer({ listings: [own.id] })).toBe(403);
    expect(await answer({ account: staff.id })).toBe(403);
    expect(await answer({ listings: [] })).toBe(400);
    expect(await answer({ listings, account: owner.id })).toBe(400);
    expect(await answer({ listings, action: 'suspend' })).toBe(400);
    expect(await states(apps)).toEqual(['public']);
  });
});
