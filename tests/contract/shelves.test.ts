// The shelves of the front page that editors keep: what they may pick, that two of one place never overlap, and when
// visitors see them.
import { describe, expect, test } from 'vitest';
import { ruling, said } from '../harness/desk.ts';
import { picture } from '../harness/pictures.ts';
import { day, hour, minute, startProduct, type App, type Paged, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const editor = await people.staff('moderator');
const as = client.as(editor);
const owner = await people.verified();

let count = 0;
/** An app that has all that a shelf asks for. */
async function pickable(by: Person = owner, isComplete = true): Promise<App> {
  const name = `Picked ${String((count += 1))}`;
  const facts = { name, description: 'Keeps the books.', website: 'https://one.ng' };
  const full = {
    logo: await picture(),
    screenshot: [await picture(200, 300), await picture(210, 300)],
  };
  const { body } = await client.as(by).post<App>('/app/', isComplete ? { ...facts, ...full } : facts);
  if (isComplete)
    await client.as(by).patch(`/app/${body.id}/`, { long_description: 'It keeps them. '.repeat(20) });
  return body;
}
const apps = [await pickable(), await pickable(), await pickable(), await pickable()];
const ids = apps.map(({ id }) => id);

interface Shelf {
  id: string;
  title: string;
  slot: string;
  version: number;
}
/** The next whole hour, because shelves change on the minute. */
const begin = () => Math.ceil(clock() / hour) * hour;
const iso = (at: number) => new Date(at).toISOString();
const form = (from: number, until: number, more: object = {}) => ({
  ...{ slot: 'picks', title: 'Our picks', from: iso(from), until: iso(until), apps: ids },
  ...more,
});
const add = (sent: object) => as.post<Shelf>('/desk/shelves/', sent);
const drop = ({ id, version }: Shelf) => as.post(`/desk/shelves/${id}/remove/`, { version });
/** The names of the listings under a title on the front page, in their order. */
async function front(title: string): Promise<string[] | null> {
  const page = await client.page('/');
  const shelf = page
    .all('section')
    .find((section) => section.all('h2').some((head) => head.text.includes(title)));
  return shelf ? apps.map(({ name }) => name).filter((name) => shelf.text.includes(name)) : null;
}

describe('A shelf', () => {
  test('Is refused where it overlaps another of its place, whose title the sentence says', async () => {
    const at = begin();
    const { body: first } = await add(form(at, at + day, { title: 'The first' }));
    for (const [from, until] of [
      [at + day - minute, at + 2 * day],
      [at - day, at + minute],
      [at + hour, at + 2 * hour],
    ] as const) {
      const { status, body } = await add(form(from, until));
      expect([status, body.error]).toEqual([
        409,
        expect.stringContaining("'The first' has this place from 2 Mar 2026") as string,
      ]);
    }
    const { body: next } = await add(form(at + day, at + 2 * day));
    const { body: beside } = await add(form(at, at + day, { slot: 'theme' }));
    const atOnce = await Promise.all(
      [1, 2, 3].map((n) => add(form(at + 3 * day + n * minute, at + 4 * day))),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const listed = (await as.get<Paged<Shelf>>('/desk/shelves/')).body.results;
    expect(listed).toHaveLength(4);
    for (const one of listed) expect((await drop(one)).status).toBe(200);
    for (const one of [first, next, beside]) expect((await drop(one)).status).toBe(404);
  });

  test('Is shown from its beginning to its end, in the order of the editors', async () => {
    const at = begin();
    const reversed = ids.toReversed();
    const { status, body } = await add(form(at, at + hour, { title: 'For an hour', apps: reversed }));
    expect(status, body.error).toBe(201);
    clock.advance(at - clock() - minute);
    expect(await front('For an hour')).toBeNull();
    clock.advance(minute);
    expect(await front('For an hour')).toEqual(apps.map(({ name }) => name));
    const { html } = await client.page('/');
    const places = apps.map(({ name_id }) => html.indexOf(`/app/${name_id}"`));
    expect(places).toEqual(places.toSorted((one, other) => other - one));
    clock.advance(hour);
    expect(await front('For an hour')).toBeNull();
    // It stays as visitors saw it.
    const late = await as.patch(`/desk/shelves/${body.id}/`, { ...form(at, at + day), version: 1 });
    expect(said(late)).toBe('409 This shelf has ended and can no longer be changed. Create a new one.');
  });

  test('Loses what leaves the lists, and is not shown with fewer than three', async () => {
    const at = begin();
    const { body: shelf } = await add(form(at, at + day, { title: 'Few' }));
    clock.advance(at - clock() + minute);
    await people.prove(editor);
    const shown = apps.map(({ name }) => name);
    expect(await front('Few')).toEqual(shown);
    const act = async (action: string, listings: string[]) => {
      expect((await as.post('/desk/bulk/', { ...ruling, action, listings })).status).toBe(201);
      await product.work();
    };
    await act('hold', ids.slice(0, 1));
    expect(await front('Few')).toEqual(shown.slice(1));
    await client.as(owner).patch(`/app/${ids[1] ?? ''}/`, { state: 'unlisted' });
    expect(await front('Few')).toBeNull();
    await client.as(owner).patch(`/app/${ids[1] ?? ''}/`, { state: 'public' });
    await act('restore', ids.slice(0, 1));
    expect(await front('Few')).toEqual(shown);
    await drop(shelf);
    expect(await front('Few')).toBeNull();
  });

  test('Takes no app that lacks something, that nobody sees, or that is the own one of the editor', async () => {
    const [at, bare, own] = [begin(), await pickable(owner, false), await pickable(editor)];
    const hidden = await pickable();
    await client.as(owner).patch(`/app/${hidden.id}/`, { state: 'unlisted' });
    for (const [id, status, sentence] of [
      [bare.id, 400, /cannot be picked yet\. It needs: a logo, two screenshots, a long/],
      [hidden.id, 400, /^One of these apps is not public\./],
      [owner.id, 400, /^One of these apps is not public\./],
      ['a NUL \0', 400, /^One of these apps is not public\./],
      [own.id, 403, /is yours\. Ask a colleague to pick it\.$/],
    ] as const) {
      const { body, ...answer } = await add(form(at, at + day, { apps: [...ids.slice(0, 3), id] }));
      expect([answer.status, body.error]).toEqual([status, expect.stringMatching(sentence) as string]);
    }
    const pick = await as.get<{ id: string }>(`/desk/picks/?app=${apps[0]?.name_id ?? ''}`);
    expect([pick.status, pick.body.id]).toEqual([200, ids[0]]);
  });

  test.each([
    ['title', { title: '' }, 'Enter a title.'],
    ['slot', { slot: 'attic' }, 'Choose a place on the front page.'],
    ['apps', { apps: [ids[0], ids[0], ids[1]] }, 'An app can be on a shelf once.'],
    [
      'until',
      { until: '2026-01-01T00:00:00.000Z', from: '2025-12-31T00:00:00.000Z' },
      'The end must be in the future.',
    ],
    ['from', { from: iso(begin() + 1) }, 'Shelves change on the minute: leave the seconds out.'],
  ])('Is refused for its %s', async (field, change, sentence) => {
    const at = begin();
    const { status, body } = await add({ ...form(at, at + day), ...change });
    expect([status, body.fields?.[field]]).toEqual([400, sentence]);
  });

  test('Is changed by the first of two who have read it', async () => {
    const at = begin();
    const { body: shelf } = await add(form(at, at + day));
    const change = (title: string) =>
      as.patch<Shelf>(`/desk/shelves/${shelf.id}/`, {
        ...form(at, at + day, { title }),
        version: shelf.version,
      });
    expect((await change('Renamed')).body).toMatchObject({ title: 'Renamed', version: shelf.version + 1 });
    expect((await change('Too late')).status).toBe(409);
  });
});
