// Every page that visitors see is kept, and shows each write as soon as the write is answered.
import { beforeAll, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { startProduct, type App, type Client, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;
let person: Person;
let ada: Client;
let app: App;
let count = 0;
const text = (): string => `fresh-${String((count += 1))}-word`;

async function list(name: string): Promise<App> {
  const form = {
    name,
    description: 'Is read everywhere.',
    website: 'https://fresh.ng',
    category: 'Music',
    screenshot: await picture(90, 160),
  };
  return (await ada.post<App>('/app/', form)).body;
}
beforeAll(async () => {
  person = await people.verified();
  ada = client.as(person);
  app = await list('Fresh App');
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
