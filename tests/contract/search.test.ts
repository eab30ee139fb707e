// The list of apps and the search: order, pages, filters, counts, and what finds what, alike on both databases.
import { beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type App, type Paged } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const owner = client.as(await people.verified());

const apps: [name: string, description: string, category: string, platform: string][] = [
  ['Kolostack', 'Takes payments online.', 'Finance', 'web'],
  ['Butterwing', 'Sends and takes money.', 'Finance', 'web'],
  ['Wuda', 'The bank of the free.', 'Finance', 'mobile'],
  ['Radium Health', 'Records of hospitals.', 'Medical', 'web'],
  ['RadiumHealth Kids', 'For small patients.', 'Medical', 'mobile'],
  ['Ọjà Café & Co', 'Márkẹ́t day, every day.', 'Shopping', 'mobile'],
  ['Pay', 'Sends cash.', 'Finance', 'mobile'],
  ['Pay Day', 'Counts the days to your salary.', 'Business', 'mobile'],
  ['Easy Pay', 'Takes cards.', 'Finance', 'desktop'],
  ['Ledger', 'Pay your suppliers with mobile money.', 'Business', 'desktop'],
  ['C++ Tutor', 'Learn to program.', 'Education', 'web'],
  ['4Good', 'Gives.', 'Lifestyle', 'game'],
  ['Records of Ojota', 'What wuda did for a bank.', 'Books', 'web'],
];
const filler = Array.from({ length: 30 }, (_, index): (typeof apps)[number] => [
  // A NUL as JSON writes it, which a cursor holds only as these letters.
  `Listing \\u0000 ${String(index).padStart(2, '0')}`,
  'One of many.',
  index % 3 ? 'Sports' : 'Music',
  'game',
]);
const all = [...apps, ...filler];

async function list([name, description, category, platform]: (typeof apps)[number]): Promise<void> {
  const form = { name, description, category, platform, website: 'https://myapp.ng' };
  const { status, body } = await owner.post('/app/', form);
  expect(status, body.error).toBe(201);
}
beforeAll(async () => {
  for (const [index, app] of all.entries()) {
    await list(app);
    // Groups of five share a second, and ids decide within it.
    if (index % 5 === 0) clock.advance(1_000);
  }
});

const read = async (query: string) => (await client.get<Paged<App>>(`/app/?${query}`)).body;
const names = ({ results }: Paged<App>) => results.map(({ name }) => name);
async function walk(query: string, between?: () => Promise<void>): Promise<Paged<App>[]> {
  const pages = [await read(query)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    expect(next.startsWith(`${product.siteUrl}/api/v1/app/?`)).toBe(true);
    pages.push((await client.get<Paged<App>>(next.replace(`${product.siteUrl}/api/v1`, ''))).body);
    await between?.();
  }
  return pages;
}

describe('The list of apps', () => {
  test('Has 20 apps a page, newest first, and each app once over all pages', async () => {
    const pages = await walk('');
    expect(pages.map(({ results }) => results.length)).toEqual([20, 20, 3]);
    expect(pages.flatMap(names)).toEqual(all.map(([name]) => name).toReversed());
    expect(pages.map(({ count }) => count)).toEqual([43, 43, 43]);
    const back = await client.get<Paged<App>>(
      (pages[1]?.previous ?? '').replace(`${product.siteUrl}/api/v1`, ''),
    );
    expect([names(back.body), pages[0]?.previous, back.body.previous]).toEqual([
      names(pages[0] as Paged<App>),
      null,
      null,
    ]);
  });

  test.each([
    ['name', all.map(([name]) => name.toLowerCase()).toSorted()],
    ['updated', all.map(([name]) => name.toLowerCase()).toReversed()],
  ])('Is sorted by %s', async (sort, order) => {
    const found = (await walk(`sort=${sort}`)).flatMap(names).map((name) => name.toLowerCase());
    expect(found).toEqual(order);
  });

  test('Neither repeats nor skips an app while others are added', async () => {
    const before = (await walk('')).flatMap(names);
    let added = 0;
    const seen = await walk('', () => list([`Added ${String((added += 1))}`, 'Late.', 'News', 'web']));
    expect(seen.flatMap(names)).toEqual(before);
    const { body } = await client.get<Paged<App>>('/app/?search=added');
    for (const { id } of body.results) await owner.delete(`/app/${id}/`);
  });

  test.each([
    ['category=Medical', ['RadiumHealth Kids', 'Radium Health']],
    ['category=Finance&platform=web', ['Butterwing', 'Kolostack']],
    ['platform=desktop', ['Ledger', 'Easy Pay']],
    ['platform=desktop&search=pay', ['Easy Pay', 'Ledger']],
    ['phase=LIVE', []],
  ])('Is filtered by %s, and counted', async (query, found) => {
    const page = await read(query);
    expect([names(page), page.count]).toEqual([found, found.length]);
  });

  test('Keeps its filters in next, and drops parameters that it does not know', async () => {
    const { next } = await read('utm_source=x&sort=name&category=Sports&search=');
    expect(next).toBe(null);
    const first = await read('utm_source=x&sort=name&platform=game');
    const query = new URL(first.next ?? '').searchParams;
    expect([query.get('sort'), query.get('platform'), query.has('utm_source')]).toEqual([
      'name',
      'game',
      false,
    ]);
  });

  test.each([
    'category=Nonsense',
    'sort=sideways',
    'cursor=x',
    'cursor=undefined',
    'cursor=%00',
    `cursor=${Buffer.from('[1,1e400,"x"]').toString('base64url')}`,
    `cursor=${Buffer.from(String.raw`[1,"\u0000","x"]`).toString('base64url')}&sort=name`,
    `cursor=${'A'.repeat(2_000)}`,
    `search=${'x'.repeat(200)}`,
    'search=a%00b',
  ])('Refuses %s with a sentence', async (query) => {
    const { status, body } = await client.get(`/app/?${query}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/.{10,}/)]);
  });
});

describe('The search', () => {
  test.each<[text: string, found: string[]]>([
    ['kolostack', ['Kolostack']],
    ['KOLOSTACK', ['Kolostack']],
    ['kolo stack', ['Kolostack']],
    ['radiumhealth', ['Radium Health', 'RadiumHealth Kids']],
    ['radium health', ['Radium Health', 'RadiumHealth Kids']],
    ['radium_health', ['Radium Health', 'RadiumHealth Kids']],
    ['oja cafe', ['Ọjà Café & Co']],
    ['ỌJÀ', ['Ọjà Café & Co']],
    ['market', ['Ọjà Café & Co']],
    ['c++', ['C++ Tutor']],
    ['4good', ['4Good']],
    ['hea', ['RadiumHealth Kids', 'Radium Health']],
    ['wuda', ['Wuda', 'Records of Ojota']],
    ['%%', []],
    ['"', []],
    ['zzzzzz', []],
    ['NOT pay"*', []],
  ])('Finds by %j what it should, the best first', async (text, found) => {
    const page = await read(`search=${encodeURIComponent(text)}`);
    expect(names(page).slice(0, Math.max(1, found.length))).toEqual(found);
  });

  test('Finds a word in names before descriptions, and whole words before beginnings', async () => {
    const found = names(await read('search=pay'));
    expect([found[0], found.includes('Ledger'), found.indexOf('Easy Pay') < found.indexOf('Ledger')]).toEqual(
      ['Pay', true, true],
    );
  });

  test('Follows each change of an app and of the name of its owner at once', async () => {
    const person = await people.verified();
    const by = client.as(person);
    const found = async (text: string) => names(await read(`search=${text}`));
    const form = { name: 'Zobo Tracker', description: 'Tracks.', website: 'https://zobo.ng' };
    const { body } = await by.post<App>('/app/', form);
    expect(await found('zobo')).toEqual(['Zobo Tracker']);
    await by.patch(`/app/${body.id}/`, { name: 'Kunu Tracker' });
    expect([await found('zobo'), await found('kunu')]).toEqual([[], ['Kunu Tracker']]);
    await by.patch(`/user/${person.id}/`, { firstname: 'Oluwadamilare' });
    expect(await found('oluwadamilare')).toEqual(['Kunu Tracker']);
    await by.post('/app/version/', {
      app: body.id,
      version: '1',
      release_type: 'LIVE',
      latest_feature: 'Out.',
    });
    expect(names(await read('phase=LIVE'))).toEqual(['Kunu Tracker']);
    await by.delete(`/app/${body.id}/`);
    expect([await found('kunu'), names(await read('phase=LIVE'))]).toEqual([[], []]);
  });

  test.each([
    ['butterpay', 'Butterwing'],
    ['kolostack zzzzzz', 'Kolostack'],
    ['radum', 'Radium Health'],
  ])('Suggests for %j, which finds nothing, %s', async (text, name) => {
    const page = await client.page(`/search?q=${encodeURIComponent(text)}`);
    expect([page.status, page.text.includes(name)]).toEqual([200, true]);
  });

  test('Suggests categories that are spelt alike', async () => {
    const { text } = await client.page('/search?q=medikal');
    expect([text.includes('Medical'), text.includes('Finance')]).toEqual([true, false]);
  });

  test('Shows an app with a dead link after all others', async () => {
    const { body } = await owner.post<App>('/app/', {
      name: 'Kolostack Dead',
      description: 'Gone.',
      website: 'https://dead.example.ng',
    });
    await product.sql(`update apps set has_dead_link = 1 where id = '${body.id}'`);
    await owner.patch(`/app/${body.id}/`, { description: 'Gone for good.' });
    await owner.post('/app/', {
      name: 'Tidy',
      description: 'Books of kolostack.',
      website: 'https://tidy.ng',
    });
    expect(names(await read('search=kolostack'))).toEqual(['Kolostack', 'Tidy', 'Kolostack Dead']);
    for (const { id } of (await read('search=kolostack')).results.slice(1)) await owner.delete(`/app/${id}/`);
  });

  test('Counts what each filter of its page leaves', async () => {
    const page = await client.page('/apps?category=Finance');
    expect(page.text).toMatch(/Mobile\s*2\b/);
    expect(page.text).toMatch(/Web\s*2\b/);
    expect(page.text).toMatch(/Desktop\s*1\b/);
    // Beside its own filter a choice is counted as if that were not set.
    expect(page.text).toMatch(/Medical\s*2\b/);
  });

  const shownIn = async (path: string) => {
    const { html } = await client.page(path);
    return [...html.matchAll(/class="app-name"[^>]*>\s*(?:<a[^>]*>)?([^<]*)/g)].map(([, name]) =>
      name?.trim(),
    );
  };

  test.each([
    ['?-category=music+sports&-platform=mobile+web', ['4Good', 'Ledger', 'Easy Pay']],
    ['?-category=music+sports&-platform=mobile+web&sort=name', ['4Good', 'Easy Pay', 'Ledger']],
    ['?q=pay&-category=business', ['Pay', 'Easy Pay', 'Kolostack']],
    ['?-category=finance&category=finance', []],
    ['?-category=made-up+sports+music&platform=game', ['4Good']],
  ])('Leaves out what /apps%s names', async (query, expected) => {
    expect(await shownIn(`/apps${query}`)).toEqual(expected);
  });

  test('Leaves a category out at the second press of its link, and takes that back at the third', async () => {
    const linkOf = async (path: string, label: string) => {
      const { html } = await client.page(path);
      const [, href] = new RegExp(`href="([^"#]*)#filters"[^>]*>\\s*${label}\\b`).exec(html) ?? [];
      return href?.replaceAll('&amp;', '&');
    };
    expect(await linkOf('/apps?platform=web', 'Finance')).toBe('/apps?category=finance&platform=web');
    const left = '/apps?platform=web&-category=finance';
    expect(await linkOf('/apps?category=finance&platform=web', 'Finance')).toBe(left);
    expect(await linkOf(left, 'Medical')).toBe('/apps?category=medical&platform=web&-category=finance');
    expect(await linkOf(left, 'Without Finance')).toBe('/apps?platform=web');
    expect((await client.page(left)).text).toMatch(/Medical\s*1\b/);
  });
});

test('The page of an app names similar ones, without those that are gone', async () => {
  const courier = (name: string, description: string) => ({
    ...{ name, description, website: 'https://myapp.ng', platform: 'mobile' },
    ...{ category: 'Navigation' },
  });
  const { body: app } = await owner.post<App>(
    '/app/',
    courier('Swiftbox', 'Parcel delivery by bike riders.'),
  );
  const other = client.as(await people.verified());
  const { body: alike } = await other.post<App>('/app/', courier('Ranapak', 'Couriers ship packages.'));
  await other.post('/app/', { ...courier('Ewure', 'Goat farming advice.'), category: 'Reference' });
  const similar = async () =>
    /Similar apps[^]*/u.exec((await client.page(`/app/${app.name_id}`)).text)?.[0] ?? '';
  expect([(await similar()).includes('Ranapak'), (await similar()).includes('Ewure')]).toEqual([true, false]);
  await other.delete(`/app/${alike.id}/`);
  expect(await similar()).not.toContain('Ranapak');
});

test('The lists of categories and of networks, and whether a name is taken', async () => {
  const categories = (await client.get<string[]>('/app/category_list/')).body;
  expect(categories).toContain('Food & Drink');
  expect((await client.get<string[]>('/app/social_list/')).body).toContain('github');
  const exists = async (query: string) =>
    (await client.get<{ exists: boolean }>(`/app/exists/${query}`)).body.exists;
  expect([await exists('?name=%20KOLOSTACK%20'), await exists('?name=Nobody%20has%20this')]).toEqual([
    true,
    false,
  ]);
  expect((await client.get('/app/exists/')).status).toBe(400);
});

test.skipIf(process.env['TEST_ENGINE'] === 'postgres')(
  'The sweep merges the parts of the index, and finds what it found',
  async () => {
    const parts = async () =>
      (await product.sql<{ parts: number }>('select count(distinct segid) as parts from search_index_idx'))[0]
        ?.parts ?? 0;
    for (let index = 0; (await parts()) <= 4; index += 1)
      await list([`Newcomer ${index}`, 'One more.', 'Sports', 'game']);
    const found = async () => [names(await read('search=pay')), names(await read('search=records'))];
    const before = await found();
    await product.sweep();
    expect([await parts(), await found()]).toEqual([1, before]);
  },
);
