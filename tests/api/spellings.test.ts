// Every address has one spelling. Another one leads there, or is refused; it is never answered as another kind of
// address, with what was made for somebody else, or past a limit.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listWithPictures } from '../support/app-with-pictures.ts';
import { createPerson, type Person } from '../support/people.ts';
import { oneEngine, siteUrl } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

interface Heard {
  status: number;
  location: string | undefined;
  type: string | undefined;
  text: string;
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends targets to the letter, many at once. */
function clientOf(origin: string) {
  const { hostname: host, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 48 });
  const ask = (target: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Heard> => {
    const { promise, resolve, reject } = Promise.withResolvers<Heard>();
    const sent = request({ host, port, path: target, method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location,
          type: answer.headers['content-type'],
          text: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  };
  return { ask, close: () => agent.destroy() };
}

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

describe.each(oneEngine)('Spellings of addresses on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let client: ReturnType<typeof clientOf>;
  /** One path or more of each kind of route. */
  let paths: Record<string, string>;

  beforeAll(async () => {
    site = await createTestSite(engine, { TRUST_PROXY: 'on' });
    client = clientOf(site.origin);
    person = await createPerson(site.api);
    const app = await listWithPictures(site.api, person, 'My app', '#008751');
    await site.product.services.openData.makeExportIfDue();
    const { text } = await site.get(`/app/${app.name_id}`);
    const card = /property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? '';
    paths = {
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
  });
  afterAll(async () => {
    client.close();
    await site.dispose();
  });

  test('Has a path of each kind that is there', async () => {
    for (const [kind, path] of Object.entries(paths))
      expect([kind, path, (await client.ask(path)).status]).toEqual([kind, path, 200]);
  });

  test('Answers each spelling alike, cold and warm, and never with what is at another address', async () => {
    for (const [kind, path] of Object.entries(paths)) {
      const ownWrite = (await client.ask(path, { method: 'POST' })).status;
      for (const spelling of spellings) {
        const [name, spell, expected] = spelling;
        const target = spell(path);
        const about = [kind, name, target.slice(0, 200)];
        await site.forget();
        const cold = await client.ask(target);
        const own = await client.ask(path);
        const warm = await client.ask(target);
        const head = await client.ask(target, { method: 'HEAD' });
        const write = await client.ask(target, { method: 'POST', body: 'x=1' });
        const isPassword = kind === 'password' && cold.status === 200;
        if (isPassword) expect(new Set([cold.text, own.text, warm.text]).size).toBe(3);
        expect([about, warm]).toEqual([about, isPassword ? { ...cold, text: warm.text } : cold]);
        expect([about, head]).toEqual([about, { ...cold, text: '' }]);
        if (expected === 'same' || (expected === 'slash' && cold.status === 200)) {
          expect([about, cold]).toEqual([about, isPassword ? { ...own, text: cold.text } : own]);
          expect([about, write.status]).toEqual([about, ownWrite]);
        } else if (expected === 'leads') {
          for (const { status, location } of [cold, write])
            expect([about, status, location]).toEqual([about, 308, leads(path, spelling)]);
        } else if (typeof expected === 'number') {
          expect([about, cold.status, write.status]).toEqual([about, expected, expected]);
        } else {
          expect([about, cold.status]).toEqual([about, 404]);
          expect([about, [404, 405]]).toEqual([about, expect.arrayContaining([write.status])]);
        }
      }
    }
    expect(site.logged()).toEqual([]);
  });

  test('Logs in and takes forms at the spellings that are the path itself, and at no other', async () => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: person.email, password: 'correct horse battery' });
    for (const [name, spell, expected] of spellings) {
      const { status, text } = await client.ask(spell(login), { method: 'POST', headers: json, body });
      const isIn = expected === 'same' || expected === 'slash';
      expect([name, status === 200, text.includes('access')]).toEqual([name, isIn, isIn]);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [name, spell, expected] of spellings) {
      const answer = await client.ask(spell('/report'), { method: 'POST', headers: form, body: 'about=' });
      const isTaken = expected === 'same' || expected === 'slash';
      expect([name, answer.type?.startsWith('text/html') ?? false]).toEqual([name, isTaken]);
    }
    expect(site.logged()).toEqual([]);
  });

  test('Leads a client that follows redirects to the same answer, with its method and body', async () => {
    const { status, body } = await site.api.request('//%74oken//', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: 'correct horse battery' }),
    });
    expect([status, body]).toEqual([200, expect.objectContaining({ access: expect.any(String) as string })]);
    const page = await fetch(`${site.origin}/%61bout?x=1`);
    expect([page.status, page.url]).toEqual([200, `${site.origin}/about?x=1`]);
  });

  test('Reads names and searches in any language', async () => {
    for (const q of [
      '%E1%BB%8Dj%C3%A0',
      '%e1%bb%8dj%c3%a0',
      '100%25',
      '%2525',
      'a%2Fb%5Cc',
      'a+b%20c',
      '%22%3C%3E',
    ]) {
      const text = new URLSearchParams(`q=${q}`).get('q') ?? '';
      const page = await client.ask(`/search?q=${q}`);
      expect([q, page.status]).toEqual([q, 200]);
      const shown = text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      expect(Buffer.from(page.text, 'latin1').toString().replaceAll('&#34;', '&quot;')).toContain(shown);
      expect([q, (await client.ask(`/api/v1/app/?search=${q}`)).status]).toEqual([q, 200]);
    }
    for (const path of ['/category/caf%C3%A9', '/category/caf%c3%a9', '/category/a%20b', '/category/a,b'])
      expect([path, (await client.ask(path)).status]).toEqual([path, 404]);
  });

  test('Gives nobody a password that was made for somebody else, in 10,000 mixed requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, async (_, number) => {
        const spelling = number % 3 === 0 ? spellings[(number / 3) % spellings.length] : undefined;
        const target = spelling?.[1](passwordPath) ?? passwordPath;
        const from = `198.${18 + (number % 2)}.${(number >> 1) % 256}.${1 + (number >> 9)}`;
        let heard: Heard;
        // Beside so many some are told to ask again.
        do heard = await client.ask(target, { headers: { 'x-forwarded-for': from } });
        while (heard.status === 503);
        return { ...heard, expected: spelling?.[2] ?? 'same' };
      }),
    );
    const passwords = answers.flatMap(({ status, text }) => (status === 200 ? [text] : []));
    const isOther = (expected: Expected) => expected !== 'same' && expected !== 'slash';
    expect(answers.filter(({ status, expected }) => status === 200 && isOther(expected))).toEqual([]);
    expect(passwords.length - new Set(passwords).size).toBe(0);
  });
});

describe('Limits', () => {
  let site: TestSite;
  let client: ReturnType<typeof clientOf>;

  beforeAll(async () => {
    site = await createTestSite('sqlite', { TRUST_PROXY: 'on', RATE_LIMIT: 'on' });
    client = clientOf(site.origin);
  });
  afterAll(async () => {
    client.close();
    await site.dispose();
  });

  test('Show nobody to a network that has read too many people, at whatever spelling', async () => {
    const person = await createPerson(site.api);
    const collector = { headers: { 'x-forwarded-for': '198.51.100.7' } };
    const reads = await Promise.all(
      Array.from({ length: 1_500 }, async () => (await client.ask(`/user/${person.id}`, collector)).status),
    );
    expect(reads.filter((status) => status !== 429).length).toBe(1_200);
    for (const path of [`/user/${person.id}`, `/api/v1/user/${person.id}/`]) {
      for (const [name, spell, expected] of spellings) {
        const { status, text } = await client.ask(spell(path), collector);
        const about = [path, name];
        expect([about, status === 200, text.includes(person.email)]).toEqual([about, false, false]);
        if (expected === 'same' || expected === 'slash') expect([about, status]).toEqual([about, 429]);
      }
    }
  });
});
