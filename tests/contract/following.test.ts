// Apps that people save, and apps and developers that they follow: on every device, and by mail.
import { describe, expect, test } from 'vitest';
import { day, minute, startProduct, type App, type Person } from '../harness/product.ts';

const { client, clock, mailbox, people, sql, work } = await startProduct();

interface Saved {
  id: string;
  clock: number;
  saved: boolean;
}

interface Notices {
  results: { kind: string; at: string; title: string; path: string }[];
  unseen: number;
  seen_at: string;
  release_mail: string;
  app_mail: string;
}

let count = 0;
async function list(by: Person): Promise<App> {
  const app = {
    name: `Followed ${String((count += 1))}`,
    description: 'Does one thing well.',
    website: 'https://myapp.ng',
  };
  const { status, body } = await client.as(by).post<App>('/app/', app);
  expect(status, body.error).toBe(201);
  return body;
}
const gone = '019a4f10-3c00-7000-8000-0000000ba11e';
const idOf = (number: number) => `019a4f10-3c00-7000-8000-${String(number).padStart(12, '0')}`;

const many = (length: number) => Array.from({ length }, (_, at) => ({ id: idOf(at), clock: 1, saved: true }));

describe('Saved apps', async () => {
  const ada = client.as(await people.verified());
  const apps = [await list(await people.verified()), await list(await people.verified())];
  const merge = async (by: typeof ada, ...changes: Saved[]) =>
    (await by.put<{ apps: Saved[] }>('/user/me/saved/', { apps: changes })).body.apps;

  test('Keep the change with the higher clock, and of equal clocks the saved one, in any order', async () => {
    const id = apps[0]?.id ?? '';
    const after = async (at: number, saved: boolean) =>
      (await merge(ada, { id, clock: at, saved })).map((app) => [app.clock, app.saved]);
    expect(await after(5, false)).toEqual([[5, false]]);
    expect(await after(4, true)).toEqual([[5, false]]);
    expect(await after(5, true)).toEqual([[5, true]]);
    expect(await after(5, false)).toEqual([[5, true]]);
    const kept = await merge(ada, { id, clock: 7, saved: false }, { id, clock: 6, saved: true });
    expect(kept).toEqual([{ id, clock: 7, saved: false }]);
    // An app that is not there is forgotten.
    expect(await merge(ada, { id: gone, clock: 1, saved: true })).toEqual(kept);
    expect((await ada.get('/user/me/saved/')).body).toEqual({ apps: kept });
  });

  test('Lose an app that is deleted', async () => {
    const owner = await people.verified();
    const { id } = await list(owner);
    const by = client.as(await people.verified());
    expect(await merge(by, { id, clock: 1, saved: true })).toHaveLength(1);
    expect((await client.as(owner).delete(`/app/${id}/`)).status).toBe(200);
    expect((await by.get('/user/me/saved/')).body).toEqual({ apps: [] });
  });

  test('Come to the same on devices that were offline, in whatever order their changes arrive', async () => {
    const ids = apps.map(({ id }) => id);
    const changes = ids.flatMap((id) => [1, 2, 3].map((at) => ({ id, clock: at, saved: at !== 2 })));
    const seen: Saved[][] = [];
    for (const order of [
      changes,
      changes.toReversed(),
      changes.toSorted((one, other) => one.clock - other.clock),
    ]) {
      const by = client.as(await people.verified());
      let known: Saved[] = [];
      for (const change of order) known = await merge(by, change, change);
      seen.push(known.toSorted((one, other) => one.id.localeCompare(other.id)));
    }
    const all = ids.map((id) => ({ id, clock: 3, saved: true }));
    expect(seen).toEqual(Array(3).fill(all.toSorted((one, other) => one.id.localeCompare(other.id))));
  });

  test.each<[string, object, number]>([
    ['no list', { apps: 'all' }, 400],
    ['an app without an id', { apps: [{ id: '', clock: 1, saved: true }] }, 400],
    ['a clock before the first', { apps: [{ id: 'x', clock: 0, saved: true }] }, 400],
    ['a change that says nothing', { apps: [{ id: 'x', clock: 1 }] }, 400],
    ['1,001 apps', { apps: many(1_001) }, 400],
    ['1,000 apps', { apps: many(1_000) }, 200],
  ])('Are sent as changes: %s', async (_what, body, status) => {
    expect((await ada.put('/user/me/saved/', body)).status).toBe(status);
  });

  test('Need a login', async () => {
    expect((await client.get('/user/me/saved/')).status).toBe(401);
    expect((await client.put('/user/me/saved/', { apps: [] })).status).toBe(401);
  });
});

describe('Following', async () => {
  const owner = await people.verified({ firstname: 'Owen', lastname: 'Bello' });
  const app = await list(owner);
  const follow = async (by: Person, subject: string, isFollowed = true) =>
    await client.as(by).put<{ subjects: string[] }>('/user/me/follows/', { subject, follow: isFollowed });
  const notices = async (by: Person) => (await client.as(by).get<Notices>('/user/me/notices/')).body;
  const set = async (by: Person, change: object) =>
    (await client.as(by).put<Notices>('/user/me/notices/', change)).body;
  const release = async (of: App = app) => {
    const sent = { app: of.id, latest_feature: 'Dates.', version: `1.${String((count += 1))}.0` };
    expect((await client.as(owner).post('/app/version/', sent)).status).toBe(201);
  };
  const follower = async (subject = `app:${app.id}`) => {
    const person = await people.verified();
    expect((await follow(person, subject)).body.subjects).toEqual([subject]);
    return person;
  };
  const digests = async ({ email }: Person) =>
    (await mailbox.to(email)).filter(({ subject }) => /new (?:this week )?in what you follow/.test(subject));
  /** After the next Monday. */
  const nextWeek = async () => {
    clock.advance(7 * day);
    await work();
  };
  const comeBack = async (...all: Person[]) => {
    for (const person of all) await people.logIn(person);
  };

  test('Shows releases and new apps as new until they were seen on any device', async () => {
    const person = await follower();
    expect((await follow(person, `user:${owner.id}`)).body.subjects).toHaveLength(2);
    // What was there before counts as seen.
    expect((await notices(person)).unseen).toBe(0);
    clock.advance(minute);
    await release();
    const listed = await list(owner);
    clock.advance(minute);
    const { results, unseen } = await notices(person);
    expect(results.slice(0, 2).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      `app /app/${listed.name_id}`,
      `release /app/${app.name_id}`,
    ]);
    expect(unseen).toBe(2);
    expect((await set(person, { seen_at: results[0]?.at })).unseen).toBe(0);
    // Another device that has seen less does not take it back.
    expect((await set(person, { seen_at: '2026-01-01T00:00:00Z' })).unseen).toBe(0);
    const left = await follow(person, `user:${owner.id}`, false);
    expect(left.body.subjects).toEqual([`app:${app.id}`]);
    expect((await notices(person)).results.map(({ kind }) => kind)).toEqual(['release']);
  });

  test('Is for what everybody may see', async () => {
    const person = await people.verified();
    const hidden = await list(owner);
    await client.as(owner).patch(`/app/${hidden.id}/`, { state: 'unlisted' });
    const early = await people.unverified();
    for (const [subject, sentence] of [
      [`app:${gone}`, 'There is no such app any more.'],
      [`user:${gone}`, 'There is no such developer any more.'],
      [`user:${early.id}`, 'There is no such developer any more.'],
    ] as const) {
      const { status, body } = await follow(person, subject);
      expect([subject, status, body.error]).toEqual([subject, 404, sentence]);
      // What is not there any more can be left.
      expect((await follow(person, subject, false)).body.subjects).toEqual([]);
    }
    expect((await follow(person, 'app:x')).body.error).toBe('This cannot be followed.');
    expect((await client.put('/user/me/follows/', { subject: `app:${app.id}`, follow: true })).status).toBe(
      401,
    );
    expect((await client.get('/user/me/notices/')).status).toBe(401);
  });

  test('Ends at 500, without what was deleted since', async () => {
    const person = await people.verified();
    await sql(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
      insert into follows (user_id, subject, created_at) select '${person.id}', 'user:' || i, 1 from n`);
    expect((await follow(person, `user:${owner.id}`)).body.subjects).toEqual([`user:${owner.id}`]);
  });

  test('Mails releases at the time that each has chosen, once, with one click to end it', async () => {
    await nextWeek();
    await comeBack(owner);
    const [weekly, soon, never] = [await follower(), await follower(), await follower()];
    const developers = await follower(`user:${owner.id}`);
    expect(await notices(weekly)).toMatchObject({ release_mail: 'weekly', app_mail: 'weekly' });
    await set(soon, { release_mail: 'soon' });
    await set(never, { release_mail: 'never' });
    const all = [weekly, soon, never, developers];
    const counts = async () => (await Promise.all(all.map(digests))).map(({ length }) => length);
    clock.advance(day);
    await comeBack(owner);
    await release();
    for (let round = 0; round < 3; round += 1) {
      clock.advance(10 * minute);
      await work();
    }
    expect(await counts()).toEqual([0, 1, 0, 0]);
    await nextWeek();
    await nextWeek();
    expect(await counts()).toEqual([1, 1, 0, 0]);

    const [mail] = await digests(weekly);
    expect(mail?.text).toContain(`/app/${app.name_id}`);
    expect(mail?.text).toContain(`${app.name} has released 1.`);
    expect(mail?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const end = new URL(mail?.links.find((link) => link.includes('/unsubscribe/')) ?? '').pathname;
    expect((await client.page(`${end}x`)).status).toBe(404);
    expect((await client.submit(`${end}x`, {})).status).toBe(404);
    // A look changes nothing, because programs that check the links of mails open them all.
    expect((await client.page(end)).text).toContain(
      'You will no longer get weekly mails about what you follow.',
    );
    await comeBack(weekly, owner);
    expect((await notices(weekly)).release_mail).toBe('weekly');
    for (let click = 0; click < 2; click += 1)
      expect((await client.submit(end, {})).text).toContain(
        'You are unsubscribed. You will get no more of these mails.',
      );
    expect(await notices(weekly)).toMatchObject({ release_mail: 'never', app_mail: 'never' });
    await release();
    const listed = await list(owner);
    await nextWeek();
    expect(await counts()).toEqual([1, 2, 0, 1]);
    expect((await digests(developers))[0]?.text).toContain(`${listed.name} is new.`);
  });

  test('Tells nothing of an app that is not public', async () => {
    await comeBack(owner);
    const person = await follower();
    await release();
    await client.as(owner).patch(`/app/${app.id}/`, { state: 'unlisted' });
    expect((await notices(person)).results).toEqual([]);
    await nextWeek();
    expect(await digests(person)).toEqual([]);
  });
});
