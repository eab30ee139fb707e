// Listing an app: its fields, its pictures, its name and address, and who may.
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { minute, startProduct, type App, type Paged, type TimelineEntry } from '../harness/product.ts';

const { client, people } = await startProduct();
const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });

const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
const ada = client.as(owner);
const eve = client.as(await people.verified());
const png = await picture(120, 200);
const jpeg = await picture(90, 90, { format: 'jpeg' });

let count = 0;
/** The least that is taken. */
const least = () => ({
  name: `Listed ${String((count += 1))}`,
  description: 'Does one thing well.',
  website: 'https://myapp.ng',
});

async function list(more: object = {}, by = ada): Promise<App> {
  const { status, body } = await by.post<App>('/app/', { ...least(), ...more });
  expect(status, body.error).toBe(201);
  return body;
}
const shown = async (idOrNameId: string) => (await client.get<App>(`/app/${idOrNameId}/`)).body;

describe('Listing an app', () => {
  test('Answers every field, and shows the app as it was answered', async () => {
    const app = await list({
      name: '  Full   House ',
      description: 'Line one\nline two',
      long_description: 'Line one\r\nline two',
      category: 'Finance,food & drink',
      external_link: 'myapp.ng/get',
      playstore_link: 'play.google.com/store/apps/details?id=ng.my.app',
      appstore_link: 'https://apps.apple.com/ng/app/id1',
      logo: png,
      screenshot: [png, await picture(200, 120)],
    });
    const image = expect.stringMatching(/^http:\/\/naijabuilt\.test\/media\/\S+\.(?:png|jpe?g)$/) as string;
    const text = expect.any(String) as string;
    const time = expect.stringMatching(/^2026-03-02T08:\d\d:\d\d\.\d{3}Z$/) as string;
    expect(app).toMatchObject({
      id: text,
      name: 'Full House',
      name_id: 'full-house',
      description: 'Line one line two',
      long_description: 'Line one\nline two',
      logo: image,
      category: 'Finance,Food & Drink',
      website: 'https://myapp.ng',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.my.app',
      appstore_link: 'https://apps.apple.com/ng/app/id1',
      external_link: 'https://myapp.ng/get',
      version: '0.1.0',
      screenshot: [
        { id: text, image },
        { id: text, image },
      ],
      owner: {
        id: owner.id,
        firstname: 'Ada',
        lastname: 'Obi',
        dp: null,
        email: owner.email,
        phone_no: '',
        address: '',
        country: 'Nigeria',
        is_verified: true,
        date_joined: time,
      },
      current_version: {
        id: text,
        app: app.id,
        version: '0.1.0',
        release_type: 'IN_DEVELOPMENT',
        release_date: null,
        latest_feature: '',
        created_at: time,
        updated_at: time,
      },
      created_at: time,
      updated_at: time,
      views: 0,
      state: 'public',
    });
    expect(await shown('full-house')).toEqual(app);
    expect(await shown(app.id)).toEqual(app);
    expect((await client.get<Paged<App>>('/app/')).body.results[0]).toEqual(app);
    const { body: own } = await client.get<Paged<App>>(`/user/${owner.id}/apps/`);
    expect(own.results[0]).toEqual(app);
  });

  test('Needs a name, a description and one link, and leaves the rest empty', async () => {
    const app = await list({ category: ['Music'] });
    expect(app).toMatchObject({ logo: null, screenshot: [], category: 'Music', long_description: '' });
    expect(app).toMatchObject({ playstore_link: '', appstore_link: '', external_link: '' });
    expect(await list({ website: undefined, external_link: 'myapp.ng' })).toMatchObject({ category: '' });
  });

  test('Writes the listing into the timeline of its owner', async () => {
    const app = await list();
    const { body } = await client.get<Paged<TimelineEntry>>(`/timeline/?user=${owner.id}`);
    expect(body.results[0]).toMatchObject({ category: 'LIST_APP', user: owner.id, app: { id: app.id } });
  });

  test('Shows the app at once on pages that were kept before', async () => {
    const pages = ['/', '/apps', `/user/${owner.id}/apps`, '/feeds/apps.xml', '/category/books'];
    for (const path of pages) expect([path, (await client.page(path)).status]).toEqual([path, 200]);
    const { name } = await list({ category: 'Books' });
    for (const path of pages)
      expect([path, (await client.page(path)).html.includes(name)]).toEqual([path, true]);
  });

  const web = 'Enter a web address such as https://myapp.ng.';
  test.each([
    ['no name', { name: '' }, 'name', 'Enter the name of your app.'],
    ['a name that cannot be seen', { name: '\u200b\u202e\u3164' }, 'name', 'Enter the name of your app.'],
    ['49 letters', { name: 'x'.repeat(49) }, 'name', 'Use 48 characters at most for the name.'],
    ['spaces alone', { description: '   ' }, 'description', 'Enter a description of your app.'],
    [
      '121 characters',
      { description: 'x'.repeat(121) },
      'description',
      'Use 120 characters at most for the description.',
    ],
    ['no link', { website: '' }, 'website', 'Add at least one valid link.'],
    ['a script for a link', { website: 'javascript:alert(1)' }, 'website', web],
    ['an address of a machine', { website: 'http://127.0.0.1/' }, 'website', web],
    ['a name without a dot', { external_link: 'https://localhost/' }, 'external_link', web],
    ['a link of 2,049 characters', { website: `https://myapp.ng/${'x'.repeat(2_032)}` }, 'website', web],
    [
      'another host for Google Play',
      { playstore_link: 'https://example.com/' },
      'playstore_link',
      'Enter an address on play.google.com.',
    ],
    [
      'a host that begins like the App Store',
      { appstore_link: 'https://apps.apple.com.evil.ng/' },
      'appstore_link',
      'Enter an address on apps.apple.com.',
    ],
    ['an unknown category', { category: 'Nonsense' }, 'category', "There is no category 'Nonsense'."],
    [
      'five categories',
      { category: 'Music,News,Sports,Travel,Weather' },
      'category',
      'Choose 4 categories at most.',
    ],
  ])('Refuses %s beside the field', async (_what, change, field, sentence) => {
    const { status, body } = await ada.post('/app/', { ...least(), ...change });
    expect([status, body.fields?.[field], body.error]).toEqual([400, sentence, sentence]);
  });

  test('Takes the longest texts, four categories and four screenshots', async () => {
    const app = await list({
      name: 'x'.repeat(48),
      description: 'y'.repeat(120),
      category: 'Music,News,Sports,Travel',
      screenshots: await Promise.all([1, 2, 3, 4].map((more) => picture(100 + more, 100))),
    });
    expect([app.description.length, app.category, app.screenshot.length]).toEqual([
      120,
      'Music,News,Sports,Travel',
      4,
    ]);
  });

  test('Lists once for one Idempotency-Key', async () => {
    const [sent, headers] = [{ ...least(), logo: png }, { 'idempotency-key': 'list-this-app-once' }];
    const first = await ada.post<App>('/app/', sent, headers);
    const again = await ada.post<App>('/app/', sent, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await ada.post('/app/', { ...sent, name: 'Another' }, headers)).status).toBe(422);
  });
});

describe('The pictures of a listing', () => {
  const megabytes = (size: number) => Buffer.alloc(size * 1024 * 1024);
  const unreadable = 'This image cannot be read. Upload a .jpg, .jpeg or .png file.';

  test('Judges a picture by its content, not by its name', async () => {
    const app = await list({ logo: new File([jpeg], 'logo.svg') });
    const image = await client.fetch(app.logo ?? '');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  test.each([
    ['an SVG', { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }, 400, unreadable],
    ['a GIF', { logo: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;') }, 400, unreadable],
    ['half a picture', { logo: png.subarray(0, png.length / 2) }, 400, unreadable],
    ['text', { screenshot: Buffer.from('A picture') }, 400, unreadable],
    [
      'a picture over 5 MB',
      { logo: Buffer.concat([png, megabytes(5)]) },
      413,
      'This image is larger than 5 MB. Choose a smaller one.',
    ],
    ['five screenshots', { screenshot: [png, png, png, png, png] }, 400, 'Only 4 images can be uploaded'],
    [
      'a request over 25 MB',
      { screenshot: [1, 2, 3, 4, 5, 6].map(() => megabytes(4.9)) },
      413,
      'This request is larger than 25 MB. Use smaller images.',
    ],
  ])('Refuses %s, and lists nothing', async (_what, pictures, status, sentence) => {
    const { name, ...rest } = least();
    const answer = await ada.post('/app/', { name, ...rest, ...pictures });
    expect([answer.status, answer.body.error]).toEqual([status, sentence]);
    expect((await client.get<{ exists: boolean }>(`/app/exists/?name=${name}`)).body.exists).toBe(false);
  });

  test('Refuses a picture of more than 25 megapixels', async () => {
    const { status, body } = await ada.post('/app/', {
      ...least(),
      logo: await picture(5_001, 5_000, { isFlat: true }),
    });
    const sentence = 'This image has more than 25 megapixels. Choose a smaller one.';
    expect([status, body.error]).toEqual([400, sentence]);
  });
});

describe('The name of a listing', () => {
  const exists = async (name: string, by = client) =>
    (await by.get<{ exists: boolean }>(`/app/exists/?name=${encodeURIComponent(name)}`)).body.exists;

  test('Is taken in any case and with any spaces', async () => {
    const { name } = await list({ name: 'Once Only' });
    expect(await exists('never heard of')).toBe(false);
    for (const other of [name, ' once   ONLY ']) {
      expect(await exists(other)).toBe(true);
      const { status, body } = await ada.post('/app/', { ...least(), name: other });
      const sentence = 'This app name exist';
      expect([status, body.error, body.fields]).toEqual([400, sentence, { name: sentence }]);
    }
  });

  test.each(['Pаystrong', 'Pay\u200bstrong', 'ＰＡＹＳＴＲＯＮＧ', 'Pay Strong', 'Páystrong', 'Paystrong ✓'])(
    'Is taken for others who write it as %s',
    async (name) => {
      if (!(await exists('Paystrong'))) await list({ name: 'Paystrong' });
      expect([await exists(name), await exists(name, eve)]).toEqual([true, true]);
      expect((await eve.post('/app/', { ...least(), name })).body.fields).toEqual({
        name: 'This app name exist',
      });
    },
  );

  test('May look like another name of its owner', async () => {
    await list({ name: 'Savanna Wave' });
    expect([await exists('Savannawave', ada), await exists('Savannawave')]).toEqual([false, true]);
    await list({ name: 'Savannawave' });
  });

  test('Goes to one of two who ask for it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `Race ${String(round)}`;
      const answers = await Promise.all(
        [ada, eve].map((by, index) =>
          by.post('/app/', { ...least(), name: index === 0 ? name : name.toUpperCase() }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    }
  });

  test('Loses invisible characters, and keeps those of an emoji', async () => {
    const clean = await list({ name: '\u202eA\u200bda\u00ad \u2066Clean\u2069\u0000  App' });
    expect(clean.name).toBe('Ada Clean App');
    const emoji = 'Family 👨\u200d👩\u200d👧 ❤\ufe0f';
    expect((await list({ name: emoji })).name).toBe(emoji);
  });
});

describe('The address of a listing', () => {
  test.each([
    ['Ọjà & Sons!', 'oja-and-sons'],
    ['Ọjà and Sons.', 'oja-and-sons-2'],
    ['New', 'new-2'],
    ['Version', 'version-2'],
    ['Category_List', 'category-list'],
    ['Signup', 'signup-2'],
    ['✓✓✓', 'app-2'],
    ['a&'.repeat(23) + 'a', 'a-and-'.repeat(13) + 'a'],
  ])('For %s it is %s', async (name, nameId) => {
    const app = await list({ name });
    expect(app.name_id).toBe(nameId);
    expect((await shown(nameId)).id).toBe(app.id);
  });

  test('Never takes the place of the id of another app', async () => {
    const app = await list();
    const lure = await list({ name: app.id.toUpperCase() });
    expect(lure.name_id).toBe(`${app.id}-2`);
    expect((await shown(app.id)).name).toBe(app.name);
  });
});

describe('Who may list and change', () => {
  const unverified = 'Your account is not yet verified. Verify your account to list and change apps.';

  test('Refuses somebody without a login, and somebody unverified, and lists nothing', async () => {
    const sent = least();
    const anonymous = await client.post('/app/', sent);
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'Kindly login to proceed']);
    const early = await client.as(await people.unverified()).post('/app/', sent);
    expect([early.status, early.body.error]).toEqual([403, unverified]);
    expect((await client.get<Paged<App>>(`/app/?search=${sent.name}`)).body.count).toBe(0);
  });

  test('Refuses every change to all but the verified owner, and changes nothing', async () => {
    const app = await list({ screenshot: png });
    const [app_, shot] = [`/app/${app.name_id}/`, `/app/screenshot/${app.screenshot[0]?.id ?? ''}`];
    const changes: ['patch' | 'post' | 'delete', string, object][] = [
      ['patch', app_, { description: 'Taken over' }],
      ['patch', `/app/${app.id}/`, { screenshots: png }],
      ['delete', app_, {}],
      ['patch', `${shot}/update/`, { screenshots: png }],
      ['delete', `${shot}/delete/`, {}],
      ['patch', `${shot}/delete/`, {}],
      ['patch', `${shot}/delete/`, { screenshots: png }],
      ['post', '/app/version/', { app: app.id, latest_feature: 'New', version: '9' }],
      ['patch', `/app/version/${app.current_version.id}/`, { version: '9' }],
      ['delete', `/app/version/${app.current_version.id}/`, {}],
    ];
    const early = client.as(await people.unverified());
    for (const [method, path, body] of changes) {
      const answers = [
        await client[method](path, body),
        await eve[method](path, body),
        await early[method](path, body),
      ];
      expect(
        answers.map((answer) => `${String(answer.status)} ${String(answer.body.error)}`),
        path,
      ).toEqual([
        '401 Kindly login to proceed',
        '403 Only the owner of this app can change it.',
        `403 ${unverified}`,
      ]);
    }
    expect(await shown(app.id)).toEqual(app);
  });

  test('Lets an account list five apps at once, then one in 10 minutes, and counts no refused form', async () => {
    const by = limited.client.as(await limited.people.verified());
    const send = (more = {}) => by.post('/app/', { ...least(), ...more });
    expect((await send({ website: 'none' })).status).toBe(400);
    for (let listed = 1; listed <= 5; listed += 1) expect((await send()).status).toBe(201);
    const { status, body, headers } = await send();
    const sentence = 'Too many apps were listed in a short time. Wait 10 minutes and try again.';
    expect([status, body.error, headers.get('retry-after')]).toEqual([429, sentence, '600']);
    limited.clock.advance(10 * minute);
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(429);
  });
});
