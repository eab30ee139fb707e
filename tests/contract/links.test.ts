// What looks at the links of listings find, and whom it is told. The tests follow one time line of four weeks.
import { expect, test } from 'vitest';
import type { Reply } from '../harness/outside.ts';
import {
  day,
  hour,
  minute,
  startOutsideWorld,
  startProduct,
  type App,
  type Paged,
  type Person,
} from '../harness/product.ts';

interface Link {
  name: string;
  url: string;
  state: string;
  problem: string;
  checked_at: string | null;
  moved_to: string;
}
type Linked = App & {
  links: { name: string; state: string; checked_at: string | null; dead_since: string | null }[];
};
interface Listed {
  owner: Person;
  app: App;
}

const outside = await startOutsideWorld();
const product = await startProduct({ outside });
const { client, clock, mailbox, people } = product;
const began = clock();

let count = 0;
async function list(links: object): Promise<Listed> {
  const owner = await people.verified();
  const facts = { name: `Linked ${String((count += 1))}`, description: 'Does one thing well.', ...links };
  const { status, body } = await client.as(owner).post<App>('/app/', facts);
  expect(status, body.error).toBe(201);
  return { owner, app: body };
}
const linksOf = async ({ app }: Listed) => (await client.get<Linked>(`/app/${app.id}/`)).body.links;
const ownLinks = async ({ owner, app }: Listed) =>
  (await client.as(owner).get<{ is_on: boolean; links: Link[] }>(`/app/${app.id}/links/`)).body;
const ownLink = async (listed: Listed) => (await ownLinks(listed)).links[0];
const warnings = async ({ owner, app }: Listed) =>
  (await mailbox.to(owner.email)).filter(({ subject }) =>
    subject.includes(`a link of ${app.name} does not answer`),
  );

/** Lets time pass until so long after the beginning, and does what is due. */
async function until(ms: number, step = 6 * hour): Promise<void> {
  while (clock() < began + ms) {
    clock.advance(Math.min(step, began + ms - clock()));
    // Between two looks at a site is a pause.
    for (let look = 0; look < 3; look += 1) {
      await product.work();
      clock.advance(minute);
    }
  }
}

const gone: Reply = { status: 404 };
const broken: Reply = { status: 500 };
const fine = { '/': 'Fine', '/there': 'Fine' };
for (const host of ['good.ng', 'new.ng', 'extra.ng', 'after.ng', 'store.ng', 'second.ng'])
  outside.host(host, fine);
outside.host('dead.ng', { '/': gone });
outside.host('shared.ng', { '/one': broken, '/two': broken });
outside.host('old.ng', { '/': { status: 301, location: 'https://new.ng/' } });
outside.host('shy.ng', { '/robots.txt': 'User-agent: *\nDisallow: /private', '/private/page': 'Fine' });
outside.host('turned-away.ng', { '/': { status: 403 } });

const good = await list({ website: 'https://good.ng', external_link: 'https://extra.ng' });
const dead = await list({ website: 'https://dead.ng' });
const shared = [
  await list({ website: 'https://shared.ng/one' }),
  await list({ website: 'https://shared.ng/two' }),
];
const store = {
  gone: [
    await list({ website: 'https://store.ng/gone-1' }),
    await list({ website: 'https://store.ng/gone-2' }),
  ],
  there: await list({ website: 'https://store.ng/there' }),
};
const moved = await list({ website: 'https://old.ng' });
const shy = await list({ website: 'https://shy.ng/private/page' });
const turnedAway = await list({ website: 'https://turned-away.ng' });

test('A new link is looked at within two hours, and its page and the API say the day', async () => {
  expect(await linksOf(good)).toEqual([]);
  await until(3 * hour, hour);
  expect(await linksOf(good)).toMatchObject([
    { name: 'website', state: 'good', checked_at: '2026-03-01T23:00:00.000Z', dead_since: null },
    { name: 'external_link', state: 'good' },
  ]);
  const page = (await client.page(`/app/${good.app.name_id}`)).text;
  expect(page).toContain('Checked 2 Mar 2026');
  // The bytes of a page stay the same from day to day.
  clock.advance(day);
  expect((await client.page(`/app/${good.app.name_id}`)).text).toBe(page);
});

test('Its owner alone is told what a look has found', async () => {
  expect(await ownLink(dead)).toMatchObject({
    state: 'failing',
    problem: 'dead.ng answers with the status 404.',
  });
  expect(await linksOf(dead)).toEqual([]);
  expect(await ownLink(turnedAway)).toMatchObject({ state: 'unknown' });
  const path = `/app/${dead.app.id}/links/`;
  expect((await client.get(path)).status).toBe(401);
  expect((await client.as(good.owner).get(path)).status).toBe(403);
});

test('What robots.txt forbids is not looked at', async () => {
  const problem = 'shy.ng asks programs not to look at this page, in its robots.txt.';
  expect(await ownLink(shy)).toMatchObject({ state: 'unknown', problem });
  expect(outside.requests).toContain('shy.ng/robots.txt');
  expect(outside.requests).not.toContain('shy.ng/private/page');
});

test('A link that has moved for good offers its new address to its owner, who takes it over', async () => {
  expect(await ownLink(moved)).toMatchObject({ state: 'good', moved_to: 'https://new.ng' });
  await client.as(moved.owner).patch(`/app/${moved.app.id}/`, { website: 'https://new.ng' });
  expect(await ownLink(moved)).toMatchObject({ url: 'https://new.ng', moved_to: '', state: 'unknown' });
});

test('A changed link begins anew, and a removed one says nothing', async () => {
  const changed = { website: 'https://second.ng', external_link: '' };
  await client.as(good.owner).patch(`/app/${good.app.id}/`, changed);
  expect(await linksOf(good)).toEqual([]);
});

test('A link that changes during a look is not judged by its old address, and a deleted one by nothing', async () => {
  const [changing, going] = [
    await list({ website: 'https://before.ng' }),
    await list({ website: 'https://going.ng' }),
  ];
  outside.host('before.ng', ({ url }, response) => {
    const by = client.as(changing.owner);
    const change = url === '/' ? by.patch(`/app/${changing.app.id}/`, { website: 'https://after.ng' }) : null;
    void Promise.resolve(change).then(() => response.writeHead(404).end());
  });
  outside.host('going.ng', ({ url }, response) => {
    const change = url === '/' ? client.as(going.owner).delete(`/app/${going.app.id}/`) : null;
    void Promise.resolve(change).then(() => response.writeHead(404).end());
  });
  await until(day + 7 * hour, hour);
  expect(await ownLink(changing)).toMatchObject({ url: 'https://after.ng', state: 'good' });
  expect((await client.get(`/app/${going.app.id}/`)).status).toBe(404);
  expect(await mailbox.to(going.owner.email)).toHaveLength(1);
});

test('The owner of a dead link is mailed two days before the page says so and lists show the app last', async () => {
  await until(11.9 * day);
  expect(await warnings(dead)).toEqual([]);
  await until(12.6 * day);
  const [mail, ...others] = await warnings(dead);
  expect(others).toEqual([]);
  expect(mail?.text).toContain('https://dead.ng');
  expect(mail?.text).toContain('Nobody but you has been told.');
  await until(13.9 * day);
  expect(await linksOf(dead)).toEqual([]);
  await until(14.6 * day);
  expect(await linksOf(dead)).toEqual([
    { name: 'website', state: 'dead', checked_at: null, dead_since: '2026-03-01T23:00:00.000Z' },
  ]);
  const page = await client.page(`/app/${dead.app.name_id}`);
  expect(page.text).toContain('This link has not answered since 2 Mar 2026');
  expect(await warnings(dead)).toHaveLength(1);
  for (const query of ['?search=linked', '?search=linked&sort=updated', '?sort=newest']) {
    const { results } = (await client.get<Paged<App>>(`/app/${query}`)).body;
    const last = results.slice(-3).map(({ id }) => id);
    expect([query, last.includes(dead.app.id)]).toEqual([query, true]);
  }
});

test('A host that fails for two listings makes neither dead, but missing pages of a host that answers are dead', async () => {
  await until(16 * day);
  for (const listed of shared) {
    expect(await ownLink(listed)).toMatchObject({ state: 'failing' });
    expect(await warnings(listed)).toEqual([]);
  }
  for (const listed of store.gone) expect(await ownLink(listed)).toMatchObject({ state: 'dead' });
  expect(await ownLink(store.there)).toMatchObject({ state: 'good' });
});

test('A dead link is good again with its first answer', async () => {
  outside.host('dead.ng', fine);
  await until(22.5 * day, 12 * hour);
  expect(await linksOf(dead)).toMatchObject([{ state: 'good', dead_since: null }]);
});

test('Where going out is turned off, nothing is looked at and nothing is said', async () => {
  await product.restart({ OUTBOUND: 'off' });
  expect(await linksOf(dead)).toEqual([]);
  expect(await ownLinks(dead)).toEqual({ is_on: false, links: [] });
  const before = outside.requests.length;
  await until(31 * day, 2 * day);
  expect(outside.requests).toHaveLength(before);
});
