// Bulk actions of staff, and taking them back as one.
import { describe, expect, test } from 'vitest';
import {
  deskOf,
  listApp,
  mailedPath,
  report,
  ruling,
  type Case,
  type Preview,
  said,
} from '../harness/desk.ts';
import { day, hour, minute, startProduct, type App, type Paged, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const staff = await people.staff('moderator');
const admin = await people.staff('admin');
const as = client.as(staff);
const desk = deskOf(product, staff);

interface Bulk {
  number: string;
  state: string;
  total: number;
  done: number;
  skipped: number;
  undo_until: string | null;
}

const list = (by: Person) => listApp(client.as(by));
async function ownerWith(apps: number): Promise<{ owner: Person; apps: App[] }> {
  const owner = await people.verified();
  const made = [];
  for (let one = 0; one < apps; one += 1) made.push(await list(owner));
  return { owner, apps: made };
}
const show = async (number: string) => (await as.get<Bulk>(`/desk/bulk/${number}/`)).body;
/** @returns the bulk action once it is done */
async function act(action: string, target: App[] | Person): Promise<Bulk> {
  await people.prove(staff);
  const { status, body } = await desk.bulk(action, target);
  expect(status, body.error).toBe(201);
  await product.work();
  return await show(body.number);
}
async function undo({ number }: Bulk, by = staff): Promise<Bulk> {
  await people.prove(by);
  const { status, body } = await client.as(by).post(`/desk/bulk/${number}/undo/`, {});
  expect(status, body.error).toBe(200);
  await product.work();
  return await show(number);
}
async function states(owner: Person): Promise<Record<string, string>> {
  const { body } = await client.as(owner).get<Paged<App>>('/user/listings/');
  return Object.fromEntries(body.results.map(({ name, state }) => [name, state]));
}
const countingStrikes = async ({ id }: Person) =>
  (await as.get<Case>(`/desk/accounts/${id}/`)).body.strikes.filter(({ counts }) => counts).length;
const withoutKey = (text = '') => text.trim().replace(/\/appeal\/\S+/g, '/appeal/...');
const oneState = (state: string, apps: App[]) => Object.fromEntries(apps.map(({ name }) => [name, state]));

describe('A bulk action', () => {
  test('Removes everything of an account with one mail, as previewed, and is taken back as one', async () => {
    const { owner, apps } = await ownerWith(22);
    await client.as(owner).patch(`/app/${apps[0]?.id ?? ''}/`, { state: 'unlisted' });
    const before = (await mailbox.to(owner.email)).length;
    const form = { ...ruling, action: 'remove', account: owner.id };
    const preview = await as.post<Preview & { owners: number; skipped: number }>('/desk/bulk/preview/', form);
    expect(preview.body).toMatchObject({ listings: 22, owners: 1, skipped: 0, mails: [{ to: owner.email }] });
    expect((await client.get(`/app/${apps[1]?.id ?? ''}/`)).status).toBe(200);
    const bulk = await act('remove', owner);
    expect(bulk).toMatchObject({ state: 'done', total: 22, done: 22, skipped: 0 });
    expect((await client.page(`/app/${apps[1]?.name_id ?? ''}`)).status).toBe(410);
    const [mail, ...others] = (await mailbox.to(owner.email)).slice(before);
    expect([others, mail?.subject]).toEqual([[], 'NaijaBuilt: about 22 of your listings']);
    expect(mail?.text).toContain('and 2 more');
    expect(withoutKey(mail?.text)).toBe(withoutKey(preview.body.mails[0]?.text));
    expect(await countingStrikes(owner)).toBe(22);

    expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 22, skipped: 0 });
    expect((await client.page(`/app/${apps[1]?.name_id ?? ''}`)).status).toBe(200);
    const own = (await client.as(owner).get<App>(`/user/listings/${apps[0]?.id ?? ''}/`)).body;
    expect([own.state, await countingStrikes(owner)]).toEqual(['unlisted', 0]);
    expect((await mailbox.newest(owner.email)).text).toContain('have taken back what they decided');
    const again = await as.post(`/desk/bulk/${bulk.number}/undo/`, {});
    expect(said(again)).toBe('409 This bulk action was taken back already.');
  });

  test('Mails the owner a page to appeal on for each listing', async () => {
    const { owner, apps } = await ownerWith(3);
    await act('remove', apps);
    const { links, text } = await mailbox.newest(owner.email);
    const pages = links.filter((link) => link.includes('/appeal/'));
    expect(new Set(pages).size).toBe(3);
    for (const page of pages) {
      const { body } = await client.get<{ state: string }>(`${new URL(page).pathname}/`);
      expect(body.state).toBe('possible');
    }
    for (const { name } of apps) expect(text).toMatch(new RegExp(`${name}\\s+http\\S+/appeal/`));
  });

  test('Is previewed without what cannot change', async () => {
    const { owner, apps } = await ownerWith(3);
    await act('remove', apps.slice(0, 1));
    for (const target of [{ account: owner.id }, { listings: apps.map(({ id }) => id) }]) {
      const form = { ...ruling, action: 'remove', ...target };
      const { body } = await as.post<Preview & { skipped: number }>('/desk/bulk/preview/', form);
      expect([body.listings, body.skipped]).toEqual([2, 1]);
      expect(body.mails.map(({ subject }) => subject)).toEqual(['NaijaBuilt: about 2 of your listings']);
    }
  });

  test('Suspends an account at once, and opens it again', async () => {
    const { owner, apps } = await ownerWith(2);
    const bulk = await act('suspend', owner);
    expect(bulk).toMatchObject({ state: 'done', done: 1 });
    expect((await client.as(owner).get('/user/me/')).status).toBe(401);
    expect((await client.get(`/app/${apps[0]?.id ?? ''}/`)).status).toBe(404);
    expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 1 });
    await people.logIn(owner);
    expect(await states(owner)).toEqual(oneState('public', apps));
    expect((await client.get(`/app/${apps[0]?.id ?? ''}/`)).status).toBe(200);
  });

  test('Leaves an account that was suspended once more since when it is taken back', async () => {
    const { owner } = await ownerWith(0);
    await report(client.as(await people.verified()), `profile:${owner.id}`);
    const bulk = await act('suspend', owner);
    await desk.decide((await desk.find(owner.id)).number, { action: 'restore' });
    await act('suspend', owner);
    expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 0, skipped: 1 });
    expect(await countingStrikes(owner)).toBe(1);
  });

  test.runIf(product.engine === 'sqlite')('Of an account leaves what has another owner since', async () => {
    const [{ owner, apps }, other] = [await ownerWith(2), await people.verified()];
    const [given, left] = apps as [App, App];
    // Before its job begins.
    await product.sql(`create trigger given after insert on bulk_actions begin
      update apps set owner_id = '${other.id}' where id = '${given.id}'; end`);
    const bulk = await act('remove', owner);
    await product.sql('drop trigger given');
    expect(bulk).toMatchObject({ state: 'done', total: 2, done: 1, skipped: 1 });
    expect(await states(owner)).toEqual({ [left.name]: 'removed' });
    expect(await states(other)).toEqual({ [given.name]: 'public' });
  });

  test('Skips what cannot change, and leaves what has changed since when it is taken back', async () => {
    const { owner, apps } = await ownerWith(4);
    const [removed, later, gone, left] = apps as [App, App, App, App];
    await act('remove', [removed]);
    const bulk = await act('limit', [later, gone, left]);
    expect(await act('remove', [removed, later])).toMatchObject({ done: 1, skipped: 1 });
    await act('restore', [gone]);
    await client.as(owner).delete(`/app/${gone.id}/`);
    expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 1, skipped: 2 });
    expect(await states(owner)).toEqual({
      [removed.name]: 'removed',
      [later.name]: 'removed',
      [left.name]: 'public',
    });
  });

  test('Restores, which can be taken back as well, and the owner is told of both', async () => {
    const { owner, apps } = await ownerWith(2);
    await act('remove', apps);
    const mails = (await mailbox.to(owner.email)).length;
    const bulk = await act('restore', apps);
    expect([await states(owner), await countingStrikes(owner)]).toEqual([oneState('public', apps), 0]);
    await undo(bulk);
    expect([await states(owner), await countingStrikes(owner)]).toEqual([oneState('removed', apps), 2]);
    expect(await mailbox.to(owner.email)).toHaveLength(mails + 2);
  });

  test('Is decided anew for each listing: whoever takes it back may not decide the appeal against that', async () => {
    const { owner, apps } = await ownerWith(1);
    await act('hold', apps);
    await undo(await act('restore', apps), admin);
    const path = await mailedPath(mailbox, owner, '/appeal/');
    const { status } = await client.post(`${path}/`, { message: 'It is not spam: we sell it ourselves.' });
    expect(status).toBe(201);
    const { number } = await desk.find(apps[0]?.id ?? '', 'open', 'appeal');
    expect((await desk.show(number)).decisions[0]).toMatchObject({ action: 'hold', by: { id: admin.id } });
    expect((await deskOf(product, admin).decide(number, { action: 'restore' })).status).toBe(403);
    expect((await desk.decide(number, { action: 'restore' })).status).toBe(201);
    expect(await states(owner)).toEqual(oneState('public', apps));
  });

  test('Is refused for own listings, staff, nothing, both kinds at once, and a suspension of a selection', async () => {
    await people.prove(staff);
    const { owner, apps } = await ownerWith(1);
    const [own, listings] = [await list(staff), apps.map(({ id }) => id)];
    for (const [form, status] of [
      [{ listings: [own.id] }, 403],
      [{ account: staff.id }, 403],
      [{ account: admin.id }, 403],
      [{ listings: [] }, 400],
      [{ listings: ['nothing'] }, 400],
      [{ listings: ['a NUL \0'] }, 400],
      [{ account: 'a NUL \0' }, 400],
      [{ listings, account: owner.id }, 400],
      [{ listings, action: 'suspend' }, 400],
      [{ listings, action: 'transfer' }, 400],
      [{ listings: Array.from({ length: 501 }, () => own.id) }, 400],
    ] as const) {
      const sent = { ...ruling, action: 'remove', ...form };
      expect([form, (await as.post('/desk/bulk/', sent)).status]).toEqual([form, status]);
      expect([form, (await as.post('/desk/bulk/preview/', sent)).status]).toEqual([form, status]);
    }
    expect(await states(owner)).toEqual(oneState('public', apps));
  });

  test('Is taken back by nobody whose listings or account it is about, and by no moderator for staff', async () => {
    const [own, mine] = [await list(staff), await list(admin)];
    await people.prove(admin);
    const asAdmin = deskOf(product, admin);
    const ofSelection = await asAdmin.bulk('limit', [own, ...(await ownerWith(1)).apps]);
    const ofAccount = await asAdmin.bulk('hold', staff);
    await people.prove(staff);
    const ofOther = await desk.bulk('limit', [mine]);
    await product.work();
    const back = (by: Person, { body }: typeof ofOther) =>
      client.as(by).post(`/desk/bulk/${body.number}/undo/`, {});
    const ownCase = '403 This case is about you, or you reported it. Somebody else has to decide it.';
    expect([said(await back(staff, ofSelection)), said(await back(staff, ofAccount))]).toEqual([
      ownCase,
      ownCase,
    ]);
    expect(said(await back(admin, ofOther))).toBe(ownCase);
    for (const bulk of [ofAccount, ofSelection]) expect((await back(admin, bulk)).status).toBe(200);
    await product.work();
    const colleague = await people.staff('moderator');
    await people.prove(admin);
    const ofColleague = await asAdmin.bulk('suspend', colleague);
    expect(said(await back(staff, ofColleague))).toBe('403 Only an admin may do this to a member of staff.');
    expect((await back(admin, ofColleague)).status).toBe(200);
  });

  test('Lists what to select: listings of an account in every state, or by name', async () => {
    const { owner, apps } = await ownerWith(2);
    await act('remove', apps.slice(0, 1));
    const find = async (query: string) =>
      (await as.get<Paged<App>>(`/desk/listings/?${query}`)).body.results.map(({ name, state }) => [
        name,
        state,
      ]);
    const expected = [
      [apps[1]?.name, 'public'],
      [apps[0]?.name, 'removed'],
    ];
    for (const account of [owner.id, owner.email]) expect(await find(`account=${account}`)).toEqual(expected);
    expect(await find(`name=${apps[0]?.name.toUpperCase() ?? ''}`)).toContainEqual([
      apps[0]?.name,
      'removed',
    ]);
    expect(await find('account=nobody')).toEqual([]);
    const waving = await listApp(client.as(owner), { name: 'Wave\u{1f44b}\u{1f3fe} Ledger' });
    expect(await find('name=wave')).toEqual([[waving.name, 'public']]);
  });
});

describe('A listing that comes back', () => {
  const offer = {
    description: 'Get an instant loan of up to 500000 naira without collateral.',
    category: 'Finance',
  };
  async function changedDuring(action: string, change: object) {
    const { owner, apps } = await ownerWith(1);
    const [app] = apps as [App];
    const bulk = await act(action, apps);
    expect((await client.as(owner).patch(`/app/${app.id}/`, change)).status).toBe(200);
    return { app, owner, apps, bulk };
  }
  const own = async ({ id }: App, owner: Person) =>
    (await client.as(owner).get<App & { state_policy: string }>(`/user/listings/${id}/`)).body;

  test.each([
    ['hold', 'Polaris Bank'],
    ['limit', 'Jaiz Bank'],
  ])('Is held when a bulk %s is taken back where it became %s meanwhile', async (action, name) => {
    const { app, bulk, owner } = await changedDuring(action, { ...offer, name });
    expect(await undo(bulk)).toMatchObject({ state: 'undone', done: 1, skipped: 0 });
    expect(await own(app, owner)).toMatchObject({ name, state: 'held', state_policy: 'impersonation' });
    expect((await client.get(`/app/${app.id}/`)).status).toBe(404);
    const { kind, number } = await desk.find(app.id);
    expect([kind, (await desk.show(number)).note.includes(name)]).toEqual(['hold', true]);
    const mails = (await mailbox.to(owner.email)).map(({ text }) => text.replace(/\s+/g, ' '));
    expect(mails.some((text) => text.includes('Our rules hold some of them again'))).toBe(true);
    // It is a hold like any other one: a change that leaves nothing to be held for ends it.
    await client
      .as(owner)
      .patch(`/app/${app.id}/`, { name: `Ledger ${app.id}`, description: 'Keeps the books.' });
    expect((await own(app, owner)).state).toBe('public');
  });

  test('Is held in the same way by a bulk restoration, also after several steps', async () => {
    const { app, apps, owner } = await changedDuring('hold', { ...offer, name: 'Keystone Bank' });
    await act('limit', apps);
    expect(await act('restore', apps)).toMatchObject({ state: 'done', done: 1 });
    expect((await own(app, owner)).state).toBe('held');
  });

  test('Is held where staff have forbidden its link since', async () => {
    const { app, bulk, owner } = await changedDuring('hold', { website: 'https://pay.forbidden.ng' });
    const noted = await changedDuring('hold', {});
    const release = { app: noted.app.id, latest_feature: 'See https://pay.forbidden.ng/1' };
    expect((await client.as(noted.owner).post('/app/version/', release)).status).toBe(201);
    const rule = { host: 'forbidden.ng', effect: 'deny', reason: 'Malware.' };
    expect((await as.post('/desk/links/', rule)).status).toBe(201);
    for (const one of [bulk, noted.bulk]) await undo(one);
    expect((await own(app, owner)).state).toBe('held');
    expect((await own(noted.app, noted.owner)).state).toBe('held');
  });

  test('Is public again after an honest change, and where staff have chosen it as it is', async () => {
    const { app, bulk, owner } = await changedDuring('hold', { description: 'An app that does more.' });
    await undo(bulk);
    expect((await own(app, owner)).state).toBe('public');
    await client.as(owner).patch(`/app/${app.id}/`, { name: 'Wema Bank' });
    expect((await own(app, owner)).state).toBe('held');
    await act('restore', [app]);
    expect((await own(app, owner)).state).toBe('public');
    await undo(await act('hold', [app]));
    expect((await own(app, owner)).state).toBe('public');
  });

  test('Stays limited where that is what it comes back to, and staff look at it', async () => {
    const { owner, apps } = await ownerWith(1);
    const [app] = apps as [App];
    await act('limit', apps);
    const bulk = await act('hold', apps);
    await client.as(owner).patch(`/app/${app.id}/`, { name: 'Titan Trust Bank' });
    await undo(bulk);
    expect((await own(app, owner)).state).toBe('limited');
    expect((await desk.find(app.id)).kind).toBe('hold');
  });
});

// Last, because the sessions of all people end within these days.
test('A bulk action can be taken back for 30 days', async () => {
  const { apps } = await ownerWith(2);
  const [early, late] = [await act('limit', apps.slice(0, 1)), await act('limit', apps.slice(1))];
  expect(late.undo_until).not.toBeNull();
  clock.advance(30 * day - hour);
  for (const person of [staff, admin]) await people.logIn(person);
  expect((await undo(early)).state).toBe('undone');
  clock.advance(hour + minute);
  await people.prove(staff);
  expect(said(await as.post(`/desk/bulk/${late.number}/undo/`, {}))).toBe(
    '409 A bulk action can be taken back for 30 days only.',
  );
  expect((await show(late.number)).undo_until).toBeNull();
});
