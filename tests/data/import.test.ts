// npm run import publishes an operator's list of apps beside a running site, and refuses rows with a reason each.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runImport } from '../../scripts/data/run-import.ts';
import { asFunction } from '../support/operator-command.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { picture } from '../support/pictures.ts';
import { engines } from '../support/test-product.ts';

const importing = asFunction(runImport);

describe.each(engines)('Importing a list of apps on %s', (engine) => {
  let api: TestApi;
  let folder: string;
  let owner: Person;
  beforeEach(async () => {
    api = await createTestApi(engine);
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-list-'));
    owner = await createPerson(api);
  });
  afterEach(async () => {
    await api.product.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(name: string, text: string | Buffer, ...flags: string[]) {
    const { dataDir, databaseUrl } = api.product.config;
    await writeFile(join(folder, name), text);
    const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    const [code, said] = await importing(env, join(folder, name), '--account', owner.email, ...flags);
    return { code, said: said.trim() };
  }
  const listed = async () => (await api.product.services.apps.listApps({ limit: 50 })).items;

  const csv = [
    'name,description,website,category',
    'Zebra Ledger,"Books for small shops, in naira",https://zebra.com.ng,"Finance,Business"',
    'Okada Map,Finds a ride,https://okada.com.ng,Travel',
  ].join('\n');

  test('Checks a list without publishing it, then publishes it, then has nothing left to do', async () => {
    expect(await run('list.csv', `\uFEFF${csv}`, '--dry-run')).toEqual({
      code: 0,
      said: '2 apps can be published, 0 were listed already, 0 rows refused.',
    });
    expect(await listed()).toEqual([]);
    expect((await run('list.csv', csv)).said).toBe(
      '2 apps published, 0 were listed already, 0 rows refused.',
    );
    const found = await listed();
    expect(found.map(({ name, owner: { id } }) => [name, id]).sort()).toEqual([
      ['Okada Map', owner.id],
      ['Zebra Ledger', owner.id],
    ]);
    const zebra = found.find(({ name }) => name === 'Zebra Ledger');
    expect(zebra).toMatchObject({
      description: 'Books for small shops, in naira',
      categories: ['Finance', 'Business'],
    });
    expect((await api.product.services.search.searchApps({ text: 'zebra' })).items).toHaveLength(1);
    expect((await run('list.csv', csv)).said).toBe(
      '0 apps published, 2 were listed already, 0 rows refused.',
    );
  });

  test('Publishes nothing while one row is wrong, or the rows that are right if told so', async () => {
    const stranger = await createPerson(api);
    await api.product.services.apps.publishApp({
      ownerId: stranger.id,
      name: 'Taken Name',
      platform: 'web',
      categories: [],
      logo: null,
      screenshots: [],
    });
    const list = [
      csv,
      ',No name,https://a.com.ng,Travel',
      'Bad Link,Text,javascript:alert(1),Travel',
      'Okada map,Twice,https://b.com.ng,Travel',
      'Taken Name,Text,https://c.com.ng,Travel',
      'Odd,Text,https://d.com.ng,Sorcery',
    ].join('\n');
    const { code, said } = await run('list.csv', list);
    expect(code).toBe(1);
    expect(said.split('\n')).toEqual([
      '2 apps can be published, 0 were listed already, 5 rows refused.',
      expect.stringMatching(/^4: name: Enter the name of your app\./),
      '5 (Bad Link): website: Enter a web address such as https://myapp.ng.',
      '6 (Okada map): name: is in the list before, at 3.',
      expect.stringMatching(/^7 \(Taken Name\): \S/),
      "8 (Odd): category: There is no category 'Sorcery'.",
      'Nothing was published. Mend the refused rows, or leave them out with --skip-refused.',
    ]);
    expect(await listed()).toHaveLength(1);
    expect((await run('list.csv', list, '--skip-refused')).said).toContain('2 apps published');
    expect(await listed()).toHaveLength(3);
  });

  test('Publishes nothing of a list that is longer than the account has room for', async () => {
    const before = await listed();
    const limit = (app_limit: number) =>
      api.product.db.write((trx) =>
        trx.updateTable('users').set({ app_limit }).where('id', '=', owner.id).execute(),
      );
    await limit(before.length + 1);
    const list = [
      'name,description,website',
      'One more,Text,https://a.com.ng',
      'Two more,Text,https://b.com.ng',
    ];
    const { code, said } = await run('list.csv', list.join('\n'));
    expect(code).toBe(1);
    expect(said).toContain(`(Two more): You have reached the limit of ${String(before.length + 1)} apps.`);
    expect(await listed()).toHaveLength(before.length);
    await limit(500);
    expect((await run('list.csv', list.join('\n'))).said).toContain('2 apps published');
  });

  test('Publishes pictures of the folder of the list, and reads no file elsewhere', async () => {
    await writeFile(join(folder, 'logo.png'), await picture(256, 256));
    const app = {
      name: 'With a logo',
      description: 'Text',
      website: 'https://a.com.ng',
      category: ['Travel'],
    };
    const list = (logo: string) => JSON.stringify([{ ...app, logo, views: 3 }]);
    const { code, said } = await run('list.json', list('../../etc/hostname'));
    expect(code).toBe(1);
    expect(said).toContain("There is no picture '../../etc/hostname' in the folder of the list.");
    expect((await run('list.json', list('logo.png'))).said).toContain('1 app published');
    expect((await listed())[0]?.logo).not.toBeNull();
  });

  test.each([
    ['list.txt', 'x', /Name a file that ends with/],
    ['list.csv', 'name\n"open', /The CSV cannot be read/],
    ['list.csv', Buffer.from([0x6e, 0xff, 0xfe]), /not in UTF-8/],
    ['list.csv', 'name,website\n', /has no apps/],
    ['list.json', '{}', /no JSON array/],
    ['list.json', '[1]', /Entry 1 is no object/],
    ['list.ndjson', '{"name":"A"}\n{', /Line 2 is no JSON/],
  ])('Says why %s cannot be read: %j', async (name, text, sentence) => {
    const { code, said } = await run(name, text);
    expect(code).toBe(1);
    expect(said).toMatch(sentence);
  });
});
