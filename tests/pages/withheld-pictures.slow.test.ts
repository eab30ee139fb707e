// Pictures of a removed listing are not served, even by their address, and come back with the listing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { engines } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const reason = 'It pretends to be another company';

describe.each(engines)('Pictures of removed listings on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let other: Person;
  beforeAll(async () => {
    site = await createTestSite(engine);
    person = await createPerson(site.api);
    other = await createPerson(site.api);
  });
  afterAll(() => site.dispose());

  const drawPair = async () => [await picture(300, 300), await picture(200, 400)] as const;
  /** Lists an app with this logo and this screenshot. */
  async function list(as: Person, name: string, [logo, shot]: readonly [Buffer, Buffer]): Promise<AppJson> {
    const form = new FormData();
    const texts = { name, description: 'Keeps the books.', website: 'https://one.ng' };
    for (const [field, text] of Object.entries(texts)) form.set(field, text);
    form.set('logo', new Blob([new Uint8Array(logo)]), 'logo.png');
    form.set('screenshots', new Blob([new Uint8Array(shot)]), 'shot.png');
    const headers = { authorization: `Bearer ${as.access}` };
    const { status, body } = await site.api.request('/app/', { method: 'POST', headers, body: form });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as AppJson;
  }
  const picturesOf = ({ logo, screenshot }: AppJson) => [logo ?? '', ...screenshot.map(({ image }) => image)];
  const pathOf = (url: string) => new URL(url, 'http://naijabuilt.test').pathname;
  const statuses = async (paths: string[]) =>
    await Promise.all(paths.map(async (path) => (await site.get(pathOf(path))).status));
  /** Path of the stored share card of a page. */
  async function cardFile(path: string): Promise<string> {
    const card = /property="og:image" content="([^"]+)"/.exec((await site.get(path)).text)?.[1] ?? '';
    expect((await site.get(card)).status).toBe(200);
    for await (const { key } of site.product.storage.list())
      if (card.includes(key.slice(0, key.lastIndexOf('-')))) return `/media/${key}`;
    throw new Error(`No file of ${card}.`);
  }

  test('Answers 404 for pictures of a removed listing, also to conditional requests', async () => {
    const app = await list(person, 'Zebra Ledger', await drawPair());
    const files = [...picturesOf(app), await cardFile(`/app/${app.name_id}`)];
    expect(await statuses(files)).toEqual(files.map(() => 200));
    const { moderation } = site.product.services;
    await moderation.hideListing(app.id, reason);
    expect(await statuses(files)).toEqual(files.map(() => 404));
    for (const file of files) {
      const key = pathOf(file).slice('/media/'.length);
      const again = await site.get(pathOf(file), { 'if-none-match': `"${key}"` });
      expect([again.status, again.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    await moderation.restoreListing(app.id);
    expect(await statuses(files)).toEqual(files.map(() => 200));
    const key = pathOf(files[0] ?? '').slice('/media/'.length);
    expect((await site.get(`/media/${key}`, { 'if-none-match': `"${key}"` })).status).toBe(304);
  });

  test('Serves pictures of a removed listing that another public listing shows', async () => {
    const pair = await drawPair();
    const app = await list(person, 'First With It', pair);
    const same = await list(other, 'Second With It', pair);
    expect(picturesOf(same).map(pathOf)).toEqual(picturesOf(app).map(pathOf));
    const { moderation } = site.product.services;
    await moderation.hideListing(app.id, reason);
    expect(await statuses(picturesOf(app))).toEqual([200, 200]);
    await moderation.hideListing(same.id, reason);
    expect(await statuses(picturesOf(app))).toEqual([404, 404]);
    await moderation.restoreListing(same.id);
    expect(await statuses(picturesOf(app))).toEqual([200, 200]);
  });

  test('Answers 404 for pictures that their owner has replaced', async () => {
    const app = await list(person, 'New Clothes', await drawPair());
    const headers = { authorization: `Bearer ${person.access}` };
    const send = async (path: string, field: string, bytes: Buffer) => {
      const form = new FormData();
      form.set(field, new Blob([new Uint8Array(bytes)]), 'picture.png');
      const { status, body } = await site.api.request(path, { method: 'PATCH', headers, body: form });
      expect([path, status]).toEqual([path, 200]);
      return body as { logo?: string; dp?: string };
    };
    const [profile, listing] = [`/user/${person.id}/`, `/app/${app.id}/`];
    const { dp = '' } = await send(profile, 'dp', await picture(300, 300, '#993300'));
    const old = [app.logo ?? '', dp];
    expect(await statuses(old)).toEqual([200, 200]);
    const { logo: newLogo = '' } = await send(listing, 'logo', await picture(300, 300, '#003399'));
    const { dp: newDp = '' } = await send(profile, 'dp', await picture(300, 300, '#339933'));
    expect(await statuses([newLogo, newDp])).toEqual([200, 200]);
    expect(await statuses(old)).toEqual([404, 404]);
  });

  test('Answers 404 for pictures as soon as the operator deletes the listing', async () => {
    const pair = await drawPair();
    const app = await list(person, 'Gone For Good', pair);
    expect(await statuses(picturesOf(app))).toEqual([200, 200]);
    await site.product.services.moderation.deleteListing(app.id, reason);
    expect(await statuses(picturesOf(app))).toEqual([404, 404]);
    // Another app may use the same picture.
    const again = await list(other, 'Built Again', pair);
    // A refusal is remembered for a second.
    await expect.poll(() => statuses(picturesOf(again)), { timeout: 10_000 }).toEqual([200, 200]);
  });

  test('Answers 404 for pictures of a banned owner and of a deleted account', async () => {
    const app = await list(other, 'Of One Owner', await drawPair());
    const form = new FormData();
    form.set('dp', new Blob([new Uint8Array(await picture(300, 300, '#339900'))]), 'me.png');
    const headers = { authorization: `Bearer ${other.access}` };
    const patched = await site.api.request(`/user/${other.id}/`, { method: 'PATCH', headers, body: form });
    const { dp } = patched.body as { dp: string };
    const files = [...picturesOf(app), dp, await cardFile(`/user/${other.id}`)];
    expect(await statuses(files)).toEqual(files.map(() => 200));
    const { moderation } = site.product.services;
    await moderation.banAccount(other.id, reason);
    expect(await statuses(files)).toEqual(files.map(() => 404));
    await moderation.unbanAccount(other.id);
    expect(await statuses(files)).toEqual(files.map(() => 200));
    const login = { email: other.email, password: 'correct horse battery' };
    const { access } = (await site.api.post('/token/', login)).body as { access: string };
    const { password } = login;
    expect((await site.api.post(`/user/${other.id}/delete/`, { password }, access)).status).toBe(200);
    expect(await statuses(files)).toEqual(files.map(() => 404));
  });
});
