// Every page that visitors see is kept, and shows each write as soon as the write is answered.
import { beforeAll, expect, test } from 'vitest';
import { deskOf } from '../harness/desk.ts';
import { picture } from '../harness/pictures.ts';
import {
  hour,
  password,
  startOutsideWorld,
  startProduct,
  type App,
  type Client,
  type Person,
} from '../harness/product.ts';

const outside = await startOutsideWorld();
const product = await startProduct({ outside });
const { client, clock, people } = product;
let person: Person;
let ada: Client;
let app: App;
let count = 0;
const text = (): string => `fresh-${String((count += 1))}-word`;

async function list(name: string, website = 'https://beside.ng'): Promise<App> {
  const form = {
    name,
    description: 'Is read everywhere.',
    website,
    category: 'Music',
    screenshot: await picture(90, 160),
  };
  return (await ada.post<App>('/app/', form)).body;
}
beforeAll(async () => {
  person = await people.verified();
  ada = client.as(person);
  app = await list('Fresh App', 'https://fresh.ng');
  for (let number = 0; number < 3; number += 1) await list(`Beside It ${String(number)}`);
  await ada.patch(`/user/${person.id}/`, { handle: 'fresh-ada' });
});

const appPage = () => `/app/${app.name_id}`;
const lists = ['/', '/apps', '/category/music', '/search?q=fresh'];
const feeds = ['/feeds/apps.xml', '/feeds/category/music.xml'];
const ofOwner = () => [`/user/${person.id}/apps`, '/u/fresh-ada', `/feeds/user/${person.id}.xml`];
const api = () => [`/api/v1/app/${app.id}/`, '/api/v1/app/', `/api/v1/user/${person.id}/apps/`];

interface Write {
  /** The addresses that show it. */
  shownAt: () => string[];
  /** Does it, so that each of them has the text afterwards. */
  write: (word: string) => Promise<unknown>;
}
const writes: Record<string, Write> = {
  'a description': {
    shownAt: () => [appPage(), `/embed${appPage()}`, ...lists, ...feeds, ...api()],
    write: (description) => ada.patch(`/app/${app.id}/`, { description }),
  },
  'a name': {
    shownAt: () => [...lists, ...feeds, ...ofOwner(), ...api(), '/feeds/releases.xml'],
    write: (name) => ada.patch(`/app/${app.id}/`, { name: `Fresh ${name}` }),
  },
  'a category': {
    shownAt: () => [appPage(), ...api(), '/category/books'],
    write: async (description) => {
      await ada.patch(`/app/${app.id}/`, { category: 'Books', description });
    },
  },
  'a release': {
    shownAt: () => [
      `${appPage()}/versions`,
      `/feeds${appPage()}.xml`,
      '/feeds/releases.xml',
      `/api/v1/app/${app.id}/`,
    ],
    write: (latest_feature) =>
      ada.post('/app/version/', {
        app: app.id,
        version: String(count),
        release_type: 'LIVE',
        latest_feature,
      }),
  },
  'a name of the owner': {
    shownAt: () => [appPage(), '/', '/apps', ...ofOwner(), ...api(), '/feeds/apps.xml'],
    write: (word) => ada.patch(`/user/${person.id}/`, { lastname: `Obi ${word.replaceAll(/\d/g, 'x')}` }),
  },
  'what the owner says': {
    shownAt: () => [`/user/${person.id}`, '/u/fresh-ada', `/api/v1/user/${person.id}/`],
    write: (about_me) => ada.patch(`/user/${person.id}/`, { about_me }),
  },
  'a new app': {
    shownAt: () => [...lists.slice(0, 3), ...feeds, ...ofOwner(), '/api/v1/app/', '/sitemaps/apps/1.xml'],
    write: (word) => list(`New ${word}`),
  },
};

test.each(Object.entries(writes))(
  'Every address that shows %s has it at once',
  async (_what, { shownAt, write }) => {
    const paths = shownAt();
    // Twice, so that each is kept before the write.
    for (const path of [...paths, ...paths]) await client.fetch(path);
    const word = text();
    await write(word);
    const wanted = _what === 'a name of the owner' ? word.replaceAll(/\d/g, 'x') : word;
    for (const path of paths) {
      const answer = await client.fetch(path, { redirect: 'follow' });
      expect([path, answer.status, (await answer.text()).includes(wanted)]).toEqual([path, 200, true]);
    }
  },
);

// What is kept of cards, owners and counts goes with the write as well: a server that has just started has nothing
// kept.

const staff = await people.staff('moderator');
const admin = await people.staff('admin');
const desk = deskOf(product, staff);
const proof = () => `/app/${app.id}/proof/`;
const bulk = async () => {
  await people.prove(staff);
  return await desk.bulk('suspend', person);
};
let suspended = '';

const changes: Record<string, () => Promise<unknown>> = {
  'a logo': async () => ada.patch(`/app/${app.id}/`, { logo: await picture(80, 80) }),
  'a picture of the owner': async () => ada.patch(`/user/${person.id}/`, { dp: await picture(80, 80) }),
  'a hidden address': () => ada.patch(`/user/${person.id}/`, { show_email: false }),
  'a shown address': () => ada.patch(`/user/${person.id}/`, { show_email: true }),
  async 'a name of a category'() {
    const as = client.as(admin);
    const { body } = await as.get<{ categories: { id: string; version: number }[] }>('/desk/categories/');
    const version = body.categories.find(({ id }) => id === 'books')?.version;
    await as.patch('/desk/categories/books/', { version, name: 'Novels' });
  },
  async 'a proof'() {
    const { token } = (await ada.get<{ token: string }>(proof())).body;
    outside.host('fresh.ng', { '/.well-known/naijabuilt.txt': token });
    await ada.post(proof(), { way: 'file' });
  },
  'the end of a proof': () =>
    client
      .as(staff)
      .post(`/desk/listings/${app.name_id}/proof/`, { action: 'block', reason: 'It was sold.' }),
  async 'a suspension'() {
    suspended = (await bulk()).body.number;
  },
  'the end of a suspension': () => client.as(staff).post(`/desk/bulk/${suspended}/undo/`, {}),
  async 'a dead link'() {
    for (let hours = 0; hours < 15 * 24; hours += 6) {
      clock.advance(6 * hour);
      await product.work();
    }
  },
  async 'a deleted account'() {
    await people.logIn(person);
    await client.as(person).post(`/user/${person.id}/delete/`, { password });
  },
};

test.each(Object.entries(changes))('Nothing from before %s is left', async (_what, change) => {
  app = (await ada.get<App>(`/app/${app.id}/`)).body;
  const paths = [
    appPage(),
    ...lists,
    ...feeds,
    ...ofOwner(),
    `/user/${person.id}`,
    ...api(),
    '/category/books',
  ];
  const answers = () =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await client.fetch(path);
        return [path, answer.status, await answer.text()];
      }),
    );
  await answers();
  const before = await answers();
  await change();
  const after = await answers();
  expect(after).not.toEqual(before);
  await product.restart();
  expect(after).toEqual(await answers());
});
