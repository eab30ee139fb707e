// Every address has one spelling. Another one leads there, or is refused; it is never answered as another kind of
// address, with what was made for somebody else, or past a limit.
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { day, startProduct, type App } from '../harness/product.ts';
import { ask as askAt } from '../harness/raw.ts';

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const firstLetter = (path: string, change: (letter: string) => string): string =>
  path.replace(/[a-z]/, change);
const lastLetter = (path: string, change: (letter: string) => string): string =>
  path.replace(/[a-z](?=[^a-z]*$)/, change);
const again = (levels: number) => (letter: string) => escaped(letter).replace('%', `%${'25'.repeat(levels)}`);
/** Replaces the slash after the first segment. */
const slashed = (path: string, slashes: string): string =>
  path.indexOf('/', 1) === -1 ? path + slashes : path.replace(/(?<=.)\//, slashes);

/**
 * What a spelling of a path gets: what the path gets; 308 to another spelling; a refusal; or the answer of another
 * address, at which there is nothing. 'slash' is the path with or without its last slash.
 */
type Expected = 'same' | 'leads' | 400 | 414 | 'nothing' | 'slash';
type Spelling = [
  name: string,
  spell: (path: string) => string,
  expected: Expected,
  leadsTo?: (path: string) => string,
];

const spellings: Spelling[] = [
  ['as it is', (path) => path, 'same'],
  ['in absolute form', (path) => `http://apps.example.ng${path}`, 'same'],
  ['in absolute form of another scheme', (path) => `HTTPS://elsewhere.example:8443${path}`, 'same'],
  ['in absolute form with an encoded letter', (path) => `http://a${firstLetter(path, escaped)}`, 'leads'],
  ['in absolute form with two slashes', (path) => `http://a/${path}`, 400],
  ['in absolute form of an unknown scheme', (path) => `ftp://a${path}`, 400],
  ['with an empty query', (path) => `${path}?`, 'same'],
  ['with an unknown parameter', (path) => `${path}?utm_source=%61`, 'same'],
  ['with UTF-8 in the query', (path) => `${path}?x=%e1%bb%8d+%E1%BB%8C%20%2525`, 'same'],
  ['with a path in the query', (path) => `${path}?x=/../..//%2e%2f%5c`, 'same'],
  ['with a broken escape in the query', (path) => `${path}?x=%zz`, 400],
  ['with half a character in the query', (path) => `${path}?x=%ff`, 400],
  ['with a fragment', (path) => `${path}#x`, 400],
  ['with its first letter encoded', (path) => firstLetter(path, escaped), 'leads'],
  ['with its last letter encoded', (path) => lastLetter(path, escaped), 'leads'],
  ['with all letters encoded', (path) => path.replace(/[a-z]/g, escaped), 'leads'],
  [
    'with all encoded in capitals',
    (path) => path.replace(/[a-z\d._-]/g, (one) => escaped(one).toUpperCase()),
    'leads',
  ],
  ['with an encoded letter and a query', (path) => `${firstLetter(path, escaped)}?x=%61&y`, 'leads'],
  ['with a letter encoded twice', (path) => firstLetter(path, again(1)), 400],
  ['with its last letter encoded twice', (path) => lastLetter(path, again(1)), 400],
  ['with a letter encoded three times', (path) => firstLetter(path, again(2)), 400],
  ['with a letter encoded ten times', (path) => firstLetter(path, again(9)), 400],
  ['with a letter encoded twelve times', (path) => firstLetter(path, again(11)), 400],
  ['with all letters encoded twice', (path) => path.replace(/[a-z]/g, again(1)), 400],
  ['with an encoded percent sign', (path) => `${path}%25`, 400],
  ['with the first slash encoded', (path) => path.replace('/', '%2F'), 400],
  ['with a slash encoded', (path) => slashed(path, '%2F'), 400],
  ['with a slash encoded in small letters', (path) => slashed(path, '%2f'), 400],
  ['with a slash encoded twice', (path) => slashed(path, '%252F'), 400],
  ['with two slashes at the beginning', (path) => `/${path}`, 400],
  ['with three slashes at the beginning', (path) => `//${path}`, 400],
  ['with two slashes', (path) => slashed(path, '//'), 'leads', (path) => slashed(path, '/')],
  ['with four slashes', (path) => slashed(path, '////'), 'leads', (path) => slashed(path, '/')],
  ['with two slashes at the end', (path) => `${path}//`, 'leads', (path) => path.replace(/\/?$/, '/')],
  [
    'with or without a slash at the end',
    (path) => path.replace(/\/?$/, (slash) => (slash ? '' : '/')),
    'slash',
  ],
  ['with a dot', (path) => `/.${path}`, 400],
  ['with a dot at the end', (path) => `${path}/.`, 400],
  ['with two dots', (path) => `/x/..${path}`, 400],
  ['with two dots at the end', (path) => `${path}/x/..`, 400],
  ['with encoded dots', (path) => `/x/%2e%2E${path}`, 400],
  ['with one encoded dot', (path) => `/x/.%2e${path}`, 400],
  ['with dots encoded twice', (path) => `/x/%252e%252e${path}`, 400],
  ['with dots and an encoded slash', (path) => `/x/..%2f${path.slice(1)}`, 400],
  ['with dots behind two slashes', (path) => `/x//..${path}`, 400],
  ['with a backslash', (path) => path.replace('/', '\\'), 400],
  ['with a backslash behind the slash', (path) => path.replace('/', '/\\'), 400],
  ['with an encoded backslash', (path) => path.replace('/', '/%5C'), 400],
  ['with a backslash encoded twice', (path) => path.replace('/', '/%255c'), 400],
  ['with a NUL', (path) => `${path}%00`, 400],
  ['with a line break', (path) => `${path}%0d%0aset-cookie:%20a=b`, 400],
  ['with a tab', (path) => path.replace('/', '/%09'), 400],
  ['with a DEL', (path) => `${path}%7F`, 400],
  ['with a broken escape', (path) => `${path}%6`, 400],
  [
    'with an escape of another notation',
    (path) => firstLetter(path, (one) => `%u00${escaped(one).slice(1)}`),
    400,
  ],
  ['with an overlong letter', (path) => firstLetter(path, () => '%c1%a1'), 400],
  ['with half a character', (path) => `${path}%e1%bb`, 400],
  ['with a byte that is not ASCII', (path) => `${path}\u00e9`, 400],
  ['with characters that addresses do not have', (path) => `${path}"<{|}>^\``, 400],
  ['without a slash', (path) => path.slice(1), 400],
  ['with a space at the end', (path) => `${path}%20`, 'nothing'],
  ['with an accent', (path) => `${path}%C3%A9`, 'nothing'],
  ['with an accent in small letters', (path) => `${path}%c3%a9`, 'nothing'],
  ['with a wide letter', (path) => firstLetter(path, () => '%EF%BD%81'), 'nothing'],
  ['in capitals', (path) => path.toUpperCase(), 'nothing'],
  ['with a capital', (path) => firstLetter(path, (one) => one.toUpperCase()), 'nothing'],
  ['with a parameter of its last segment', (path) => `${path};x=1`, 'nothing'],
  ['as a file', (path) => `${path}.html`, 'nothing'],
  ['with an encoded question mark', (path) => `${path}%3Fx=1`, 'nothing'],
  ['with an encoded number sign', (path) => `${path}%23`, 'nothing'],
  ['with too many characters', (path) => `${path}?${'x'.repeat(8_192)}`, 414],
];

const login = '/api/v1/token/';
const passwordPath = '/api/v1/user/generate-strong-password/';

/** The canonical target that a spelling leads to. */
function leads(path: string, [, spell, , leadsTo = (same) => same]: Spelling): string {
  const target = spell(path);
  const [, query = ''] = /^[^?]*(\?.*)$/.exec(target) ?? [];
  return leadsTo(path) + query;
}

const product = await startProduct();
const { client, people, siteUrl } = product;
const person = await people.verified();
/** Asks as who fetches ahead does: a counted view would change a page. */
const ask = async (
  target: string,
  { headers: own = {}, ...sent }: Parameters<typeof askAt>[2] = {},
  on = product,
) => {
  const all = { 'sec-purpose': 'prefetch', ...own };
  const { status, headers, text } = await askAt(on.origin, target, { ...sent, headers: all });
  return { status, location: headers.location, type: headers['content-type'], text };
};

const facts = { name: 'My app', description: 'Does one thing well.', website: 'https://myapp.ng' };
const { body: app } = await client.as(person).post<App>('/app/', { ...facts, logo: await picture() });
const page = await client.page(`/app/${app.name_id}`);
const card = page.one('meta[property="og:image"]').attribute('content');
product.clock.advance(day);
await product.work();
/** A path of each kind of route. */
const paths = {
  page: '/about',
  'page of a person': `/user/${person.id}`,
  'page with a form': '/report',
  'page of the desk': '/desk',
  API: '/api/v1/app/category_list/',
  'API of a person': `/api/v1/user/${person.id}/`,
  password: passwordPath,
  feed: '/feeds/apps.xml',
  card: card.replace(siteUrl, ''),
  picture: (app.logo ?? '').replace(siteUrl, ''),
  file: '/favicon.svg',
  export: '/export/apps.csv',
};

describe('A spelling', () => {
  test.each(Object.entries(paths))('Of a %s is answered as what it is, cold and warm', async (kind, path) => {
    const own = await ask(path);
    expect(own.status).toBe(200);
    const ownWrite = (await ask(path, { method: 'POST' })).status;
    for (const spelling of spellings) {
      const [name, spell, expected] = spelling;
      const target = spell(path);
      const first = await ask(target);
      const again = await ask(target);
      const write = await ask(target, { method: 'POST', body: 'x=1' });
      const isPassword = kind === 'password' && first.status === 200;
      if (isPassword) expect(new Set([first.text, own.text, again.text]).size).toBe(3);
      expect([name, again]).toEqual([name, isPassword ? { ...first, text: again.text } : first]);
      if (expected === 'same') {
        expect([name, first]).toEqual([name, isPassword ? { ...own, text: first.text } : own]);
        expect([name, write.status]).toEqual([name, ownWrite]);
      } else if (expected === 'slash') {
        // A page links to itself, with or without its slash.
        expect([name, [200, 404].includes(first.status)]).toEqual([name, true]);
        if (first.status === 200)
          expect([name, first.type, write.status]).toEqual([name, own.type, ownWrite]);
      } else if (expected === 'leads') {
        for (const { status, location } of [first, write])
          expect([name, status, location]).toEqual([name, 308, leads(path, spelling)]);
      } else if (typeof expected === 'number') {
        expect([name, first.status, write.status]).toEqual([name, expected, expected]);
      } else {
        expect([name, first.status]).toEqual([name, 404]);
        expect([name, [404, 405].includes(write.status)]).toEqual([name, true]);
      }
    }
    expect(product.logged()).toEqual([]);
  });

  test('Takes logins and forms where it is the path itself, and nowhere else', async () => {
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = JSON.stringify({ email: person.email, password: person.password });
    for (const [name, spell, expected] of spellings) {
      const isPath = expected === 'same' || expected === 'slash';
      const { status, text } = await ask(spell(login), { method: 'POST', headers: json, body });
      expect([name, status === 200, text.includes('access')]).toEqual([name, isPath, isPath]);
      const answer = await ask(spell('/report'), { method: 'POST', headers: form, body: 'about=' });
      expect([name, answer.type?.startsWith('text/html') ?? false]).toEqual([name, isPath]);
    }
  });

  test('Leads a client that follows redirects to the same answer, with its method and body', async () => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: person.email, password: person.password });
    const answer = await fetch(`${product.origin}/api/v1//%74oken//`, {
      method: 'POST',
      headers: json,
      body,
    });
    expect(await answer.json()).toMatchObject({ access: expect.any(String) as string });
    const about = await fetch(`${product.origin}/%61bout?x=1`);
    expect([about.status, about.url]).toEqual([200, `${product.origin}/about?x=1`]);
  });

  test.each(['%E1%BB%8Dj%C3%A0', '%e1%bb%8dj%c3%a0', '100%25', '%2525', 'a%2Fb%5Cc', 'a+b%20c', '%22%3C%3E'])(
    'Of a search for %s is what somebody has typed',
    async (q) => {
      const found = await client.page(`/search?q=${q}`);
      expect(found.status).toBe(200);
      expect(found.one('main input[name="q"]').attribute('value')).toBe(
        new URLSearchParams(`q=${q}`).get('q'),
      );
      expect((await ask(`/api/v1/app/?search=${q}`)).status).toBe(200);
    },
  );

  test.each(['/category/caf%C3%A9', '/category/caf%c3%a9', '/category/a%20b', '/category/a,b'])(
    'Such as %s, at which there is nothing, is not found',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );

  test('Gives nobody a password that was made for somebody else, in 1,000 mixed requests', async () => {
    const passwords: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const targets = Array.from({ length: 50 }, (_, at) => spellings[(round * 50 + at) % spellings.length]);
      const answers = await Promise.all(
        targets.map((spelling) => ask(spelling?.[1](passwordPath) ?? passwordPath)),
      );
      for (const { status, text } of answers) if (status === 200) passwords.push(text);
    }
    expect(passwords.length).toBeGreaterThan(50);
    expect(new Set(passwords).size).toBe(passwords.length);
  });

  test('Shows nobody to a network that has read too many people', async () => {
    const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
    const shown = await limited.people.verified();
    const collector = { headers: { 'x-forwarded-for': '198.51.100.7' } };
    const reads: number[] = [];
    for (let round = 0; round < 26; round += 1)
      reads.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, async () => (await ask(`/user/${shown.id}`, collector, limited)).status),
        )),
      );
    expect(reads.filter((status) => status === 200)).toHaveLength(1_200);
    const refused = await ask(`/user/${shown.id}`, collector, limited);
    expect(refused.text).toContain('Your network has opened 1,200 app and profile pages in ten minutes.');
    for (const path of [`/user/${shown.id}`, `/api/v1/user/${shown.id}/`])
      for (const [name, spell, expected] of spellings) {
        const { status, text } = await ask(spell(path), collector, limited);
        expect([path, name, status === 200, text.includes(shown.email)]).toEqual([path, name, false, false]);
        if (expected === 'same' || expected === 'slash')
          expect([path, name, status]).toEqual([path, name, 429]);
      }
    const elsewhere = { headers: { 'x-forwarded-for': '198.51.101.7' } };
    expect((await ask(`/user/${shown.id}`, elsewhere, limited)).status).toBe(200);
    expect((await ask('/about', collector, limited)).status).toBe(200);
  });
});
