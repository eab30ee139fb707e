// 'Paste an address': what a website, a store or a repository tells about an app, for the draft of a listing.
import { describe, expect, test } from 'vitest';
import type { Reply } from '../harness/outside.ts';
import { picture } from '../harness/pictures.ts';
import { second, startOutsideWorld, startProduct, type App } from '../harness/product.ts';

interface Preview {
  existing: { name: string; name_id: string } | null;
  fields: { name: string; value: string; source: string }[];
  pictures: { kind: string; source: string; width: number; height: number; type: string }[];
  problems: string[];
}

type Facts = Record<string, unknown>;

const outside = await startOutsideWorld();
const { client, clock, people } = await startProduct({ outside });
const ada = client.as(await people.verified());
const eve = client.as(await people.verified());

const json = (facts: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(facts) });
const html = (head: string, body = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const ld = (facts: unknown) => `<script type="application/ld+json">${JSON.stringify(facts)}</script>`;
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;

async function look(address: string, by = ada): Promise<Preview> {
  // The pause between two looks at a host.
  clock.advance(6 * second);
  const { status, body } = await by.post<Preview>('/app/import/', { address });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}
const valuesOf = ({ fields }: Preview) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

let sites = 0;
/** Looks at a new website. @returns the fields without the website, and the problems */
async function lookAtSite(files: string | Record<string, Reply>) {
  const host = `site${String((sites += 1))}.ng`;
  outside.host(host, typeof files === 'string' ? { '/': files } : files);
  const preview = await look(`https://${host}`);
  const { website, ...values } = valuesOf(preview);
  if (Object.keys(values).length > 0) expect(website).toBe(`https://${host}`);
  return { ...preview, values, problem: preview.problems.join(' ') };
}

describe('A website', () => {
  test.each<[string, string | Record<string, Reply>, Facts]>([
    [
      'a web app manifest',
      {
        '/': html('<title>Welcome</title><link rel="manifest" href="site/app.webmanifest">'),
        '/site/app.webmanifest': json({
          name: 'KoboPay',
          description: 'Send money to any bank in Nigeria.',
          categories: ['finance', 'business'],
          related_applications: [{ platform: 'play', id: 'ng.kobopay.app' }],
        }),
      },
      {
        name: 'KoboPay',
        description: 'Send money to any bank in Nigeria.',
        category: 'Finance,Business',
        playstore_link: 'https://play.google.com/store/apps/details?id=ng.kobopay.app',
      },
    ],
    [
      'a manifest whose name is too long',
      {
        '/': html('<link rel="manifest" href="/m.json">'),
        '/m.json': json({ name: 'The place where farmers and buyers of Nigeria meet', short_name: 'Agro' }),
      },
      { name: 'Agro' },
    ],
    [
      'an app in structured data',
      html(
        ld({
          '@type': 'MobileApplication',
          name: 'Learn Hausa',
          description: 'Ten minutes of Hausa a day.',
          applicationCategory: 'EducationalApplication',
          softwareVersion: '2.4.1',
          offers: { '@type': 'Offer', price: '0', priceCurrency: 'NGN' },
        }),
      ),
      {
        name: 'Learn Hausa',
        description: 'Ten minutes of Hausa a day.',
        category: 'Education',
        platform: 'mobile',
        version: '2.4.1',
        price: 'free',
      },
    ],
    [
      'a graph of an organisation and its paid desktop program',
      html(
        ld({
          '@graph': [
            { '@type': 'Organization', name: 'Ledger Labs Limited' },
            {
              '@type': ['SoftwareApplication'],
              name: 'ShopBook',
              description: 'Keeps the books &amp; counts the stock.',
              operatingSystem: 'Windows 10, macOS',
              offers: [{ price: 4500 }],
              fileSize: '80MB',
            },
          ],
        }),
      ),
      {
        name: 'ShopBook',
        description: 'Keeps the books & counts the stock.',
        platform: 'desktop',
        price: 'paid',
        size: '80 MB',
      },
    ],
    [
      'an organisation with its source code',
      html(
        ld({
          '@type': 'Organization',
          name: 'OpenCode',
          sameAs: ['https://x.com/o', 'https://github.com/o/p'],
        }),
      ),
      { name: 'OpenCode', external_link: 'https://github.com/o/p' },
    ],
    [
      'a game that runs in the browser',
      html(ld([{ '@type': 'VideoGame', name: 'Ayo', applicationCategory: 'Game' }])),
      { name: 'Ayo', category: 'Games', platform: 'game' },
    ],
    [
      'OpenGraph alone',
      html(og('site_name', 'OkadaRide') + og('description', 'Rides in Ibadan.')),
      { name: 'OkadaRide', description: 'Rides in Ibadan.' },
    ],
    ['a title of a home page', html('<title>Home – NaijaFit</title>'), { name: 'NaijaFit' }],
    [
      'the names that phones show',
      html(meta('application-name', 'Waybill') + meta('twitter:description', 'Follow a parcel.')),
      { name: 'Waybill', description: 'Follow a parcel.' },
    ],
    [
      'badges of both stores',
      html(
        '<title>PepperDem</title>',
        `<a href="https://apps.apple.com/ng/app/pepperdem/id1512345678">iPhone</a>
         <a href="https://play.google.com/store/apps/details?id=ng.pepperdem&amp;hl=en_US">Android</a>`,
      ),
      {
        name: 'PepperDem',
        appstore_link: 'https://apps.apple.com/ng/app/pepperdem/id1512345678',
        playstore_link: 'https://play.google.com/store/apps/details?id=ng.pepperdem',
      },
    ],
    [
      'links to two apps of a store, of which neither is taken',
      html(
        '<title>TwoApps</title>',
        `<a href="https://play.google.com/store/apps/details?id=ng.two.rider">Riders</a>
         <a href="https://play.google.com/store/apps/details?id=ng.two.driver">Drivers</a>`,
      ),
      { name: 'TwoApps' },
    ],
    [
      'the banner of Safari',
      html(`<title>Egusi</title>${meta('apple-itunes-app', 'app-id=1498765432, app-argument=x')}`),
      { name: 'Egusi', appstore_link: 'https://apps.apple.com/app/id1498765432' },
    ],
    [
      'a description with more than fits',
      html(
        `<title>LongText</title>${meta('description', `Compares prices in Lagos. It asks ${'many '.repeat(30)}.`)}`,
      ),
      { name: 'LongText', description: 'Compares prices in Lagos.' },
    ],
    [
      'script in a name',
      html(og('site_name', '&lt;script&gt;alert(1)&lt;/script&gt;Bold &lt;b&gt;Bank&lt;/b&gt;')),
      { name: 'Bold Bank' },
    ],
    [
      'an attribute of 64 KB',
      html(`<title>Wide</title>${meta('description', 'a'.repeat(65_536))}${og('description', 'Short.')}`),
      { name: 'Wide', description: 'Short.' },
    ],
    [
      'the wrong charset in its header',
      { '/': { type: 'text/html; charset=us-ascii-x', body: html('<title>Ọjà</title>') } },
      { name: 'Ọjà' },
    ],
    [
      'Latin-1 that says it is UTF-8',
      { '/': { type: 'text/html; charset=utf-8', body: Buffer.from(html('<title>Café</title>'), 'latin1') } },
      { name: 'Café' },
    ],
    [
      'a charset in its tag',
      { '/': { body: Buffer.from(html('<meta charset="iso-8859-1"><title>Crème</title>'), 'latin1') } },
      { name: 'Crème' },
    ],
    [
      'a charset in its header, and a text before its tags',
      {
        '/': {
          type: 'text/html; charset=koi8-r',
          body: Buffer.from('Bank <title>\xe2\xc1\xce\xcb</title>', 'latin1'),
        },
      },
      { name: 'Банк' },
    ],
    ['tags that never end', `<title>Open</title>${'<meta name="'.repeat(20_000)}`, { name: 'Open' }],
    [
      'structured data that is broken and deep',
      html(
        `<script type="application/ld+json">{broken</script>
         <script type="application/ld+json">${'['.repeat(50_000)}</script>
         ${ld({ '@type': 'SoftwareApplication', name: 'Deep Sea', applicationCategory: { a: 1 }, offers: 'none' })}`,
      ),
      { name: 'Deep Sea' },
    ],
    [
      'names of which nothing can be seen, and drawings with titles',
      html(`${og('site_name', '\u200b\u202e')}<svg><title>Menu</title></svg><title>Un\u200bseen</title>`),
      { name: 'Unseen' },
    ],
  ])('Is read from %s', async (_what, files, expected) => {
    expect((await lookAtSite(files)).values).toEqual(expected);
  });

  test.each<[string, Record<string, Reply>, Facts, string]>([
    [
      'a manifest without end',
      {
        '/': html('<title>Endless</title><link rel="manifest" href="/m.json">'),
        '/m.json': { type: 'application/json', body: `{"name":"${'x'.repeat(200_000)}` },
      },
      { name: 'Endless' },
      'manifest answered something that cannot be read',
    ],
    [
      'redirects in a circle',
      {
        '/': { status: 302, location: '/again' },
        '/again': { status: 302, location: '/' },
      },
      {},
      'redirected more than three times',
    ],
    [
      'a redirect into a private network',
      { '/': { status: 302, location: 'https://169.254.169.254/latest/' } },
      {},
      'An address made of numbers cannot be checked',
    ],
    [
      'icons in a private network',
      {
        '/': html(
          `<title>Peek</title><link rel="icon" href="http://169.254.169.254/icon.png">
           <link rel="apple-touch-icon" href="https://localhost/icon.png">${og('image', 'https://10.0.0.1/x.png')}`,
        ),
      },
      { name: 'Peek' },
      'picture was left out',
    ],
    [
      'a drawing for an icon',
      {
        '/': html('<title>Drawn</title><link rel="icon" sizes="512x512" href="/i.png">'),
        '/i.png': { type: 'image/png', body: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' },
      },
      { name: 'Drawn' },
      'no JPEG or PNG',
    ],
    ['a page that is not there', {}, {}, 'has no such page'],
    [
      'a file that is no page',
      { '/': { type: 'application/zip', body: Buffer.alloc(2_000, 7) } },
      {},
      'not a web page',
    ],
    [
      'no name',
      { '/': html(meta('description', 'Something.')) },
      { description: 'Something.' },
      'was not found',
    ],
  ])('Says plainly what it could not read: %s', async (_what, files, expected, problem) => {
    const found = await lookAtSite(files);
    expect(found.values).toEqual(expected);
    expect(found.problem).toContain(problem);
    expect(found.pictures).toEqual([]);
  });

  test('Gives each field its source, and pictures that were checked as uploads are', async () => {
    const [icon, shot] = [await picture(512, 512), await picture(1_200, 630, { format: 'jpeg' })];
    const { fields, pictures } = await lookAtSite({
      '/': html(
        `<title>Pictured</title>${og('description', 'Has pictures.')}${og('image', '/shot.jpg')}
         <link rel="apple-touch-icon" sizes="512x512" href="/icon.png">`,
      ),
      '/icon.png': { type: 'image/png', body: icon },
      '/shot.jpg': { type: 'image/jpeg', body: shot },
    });
    expect(fields.map(({ name, source }) => `${name}: ${source}`)).toEqual(
      expect.arrayContaining(['name: page', 'description: open-graph', 'website: address']),
    );
    expect(pictures).toMatchObject([
      { kind: 'logo', width: 512, height: 512 },
      { kind: 'screenshot', width: 1_200, height: 630 },
    ]);
  });

  test('Tells the name in a title from its slogan by the name of the site', async () => {
    outside.host('mamaput.ng', { '/': html('<title>Hot food near you | MamaPut</title>') });
    expect(valuesOf(await look('mamaput.ng'))['name']).toBe('MamaPut');
  });

  test('Follows to where the site lives, and leaves out what an address tracks', async () => {
    outside.host('danfo.ng', { '/': { status: 301, location: 'https://www.danfo.ng/start' } });
    outside.host('www.danfo.ng', { '/start': html('<title>Danfo</title>') });
    expect(valuesOf(await look('http://danfo.ng/?utm_source=flyer#top'))).toEqual({
      name: 'Danfo',
      website: 'https://www.danfo.ng/start',
    });
  });
});

describe('The App Store', () => {
  let next = 1_500_000_000;
  const linkOf = (id: number, country = 'ng') => `https://apps.apple.com/${country}/app/app/id${String(id)}`;
  const pathOf = (id: number, country = 'ng') =>
    `/lookup?id=${String(id)}&country=${country}&entity=software`;
  const found = (...results: Facts[]) => json({ resultCount: results.length, results });
  const long = `Save a little every day. ${'The money waits. '.repeat(20)}`.trim();

  test.each<[string, Facts, Facts]>([
    [
      'a whole listing',
      {
        trackName: 'KoboPay',
        description: 'Send money.\n\n• Fast',
        genres: ['Finance', 'Productivity'],
        version: '3.2.0',
        price: 0,
        sellerUrl: 'https://kobopay.ng/',
        contentAdvisoryRating: '4+',
        fileSizeBytes: '52428800',
        languageCodesISO2A: ['EN', 'HA', 'YO', 'DE'],
      },
      {
        name: 'KoboPay',
        description: 'Send money. • Fast',
        long_description: 'Send money.\n\n• Fast',
        category: 'Finance,Productivity',
        version: '3.2.0',
        price: 'free',
        website: 'https://kobopay.ng',
        age: 'all',
        size: '50 MB',
        languages: 'English,Hausa,Yoruba',
      },
    ],
    [
      'a slogan behind a colon',
      { trackName: 'Danfo: bus routes, fares and stops all over Lagos' },
      { name: 'Danfo' },
    ],
    ['a name too long to cut', { trackName: 'x'.repeat(60), version: '1.0' }, { version: '1.0' }],
    [
      'a long description, whose first sentences are the tagline',
      { trackName: 'Esusu', description: long },
      { name: 'Esusu', description: long.slice(0, 24 + 17 * 5), long_description: long },
    ],
    [
      'a game',
      { trackName: 'Ludo', genres: ['Games', 'Board'] },
      { name: 'Ludo', category: 'Games', platform: 'game' },
    ],
    ['a paid app', { trackName: 'Bible in Igbo', price: 1.99 }, { name: 'Bible in Igbo', price: 'paid' }],
    ['an age of twelve', { trackName: 'Story', contentAdvisoryRating: '12+' }, { name: 'Story', age: '12' }],
    ['an age of Apple alone', { trackName: 'Gist', contentAdvisoryRating: '17+' }, { name: 'Gist' }],
    [
      'more genres than a listing has, one unknown',
      { trackName: 'All', genres: ['Graphics & Design', 'Books', 'Music', 'News', 'Sports', 'Travel'] },
      { name: 'All', category: 'Books,Music,News,Sports' },
    ],
    [
      'script in texts',
      {
        trackName: '<script>alert(1)</script>Kuli &amp; Co',
        description: '<img src=x onerror=alert(1)>Sweet.',
      },
      { name: 'Kuli & Co', description: 'Sweet.', long_description: 'Sweet.' },
    ],
    [
      'values of other types, and links into a private network',
      {
        trackName: 'Odd',
        price: '0',
        fileSizeBytes: 'large',
        sellerUrl: 'http://192.168.0.1/admin',
        artworkUrl512: 'http://169.254.169.254/icon.png',
      },
      { name: 'Odd' },
    ],
  ])('Is read from %s', async (_what, facts, expected) => {
    next += 1;
    outside.host('itunes.apple.com', {
      [pathOf(next)]: found({ kind: 'software', trackId: next, ...facts }),
    });
    const preview = await look(linkOf(next));
    expect(valuesOf(preview)).toEqual({ platform: 'mobile', appstore_link: linkOf(next), ...expected });
    expect(preview.pictures).toEqual([]);
  });

  test('Has an app of the country of its address, and else of the United States', async () => {
    const app = (trackName: string) => found({ trackId: 1_400_000_001, trackName, kind: 'software' });
    const own = { [pathOf(1_400_000_001, 'gh')]: app('Trotro') };
    outside.host('itunes.apple.com', own);
    expect(valuesOf(await look(linkOf(1_400_000_001, 'gh')))['name']).toBe('Trotro');
    const abroad = { [pathOf(1_400_000_001)]: found(), [pathOf(1_400_000_001, 'us')]: app('Diaspora') };
    outside.host('itunes.apple.com', abroad);
    expect(valuesOf(await look(linkOf(1_400_000_001)))['name']).toBe('Diaspora');
  });

  test.each<[string, Reply, string]>([
    ['no app', found(), 'no app at this address'],
    [
      'a song',
      found({ trackId: 1_400_000_002, kind: 'song', trackName: 'Essence' }),
      'no app at this address',
    ],
    ['a page in place of JSON', '<h1>Busy</h1>', 'cannot be read'],
    ['an error', { status: 503, body: 'x' }, 'error 503'],
  ])('Says so where it answers %s', async (_what, reply, problem) => {
    const [here, there] = [pathOf(1_400_000_002), pathOf(1_400_000_002, 'us')];
    outside.host('itunes.apple.com', { [here]: reply, [there]: reply });
    const preview = await look(linkOf(1_400_000_002));
    expect([valuesOf(preview), preview.problems.join(' ')]).toEqual([{}, expect.stringContaining(problem)]);
  });
});

describe('Google Play', () => {
  const linkOf = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;
  const app = (facts: Facts, body = '') =>
    html(`<title>App - Apps on Google Play</title>${ld({ '@type': 'SoftwareApplication', ...facts })}`, body);
  const site = (address: string) => `<a href="${address}" aria-label="Website ${address} "></a>`;
  let count = 0;
  async function lookAt(reply: Reply) {
    const id = `ng.played.app${String((count += 1))}`;
    outside.host('play.google.com', { [`/store/apps/details?id=${id}&hl=en&gl=NG`]: reply });
    const preview = await look(linkOf(id));
    const { playstore_link: link, ...values } = valuesOf(preview);
    if (Object.keys(values).length > 0) expect(link).toBe(linkOf(id));
    return { values, problem: preview.problems.join(' ') };
  }

  test.each<[string, string, Facts]>([
    [
      'a whole page',
      app(
        {
          name: 'KoboPay',
          description: '<b>Send</b> money<br>at once.',
          applicationCategory: 'FINANCE',
          contentRating: 'Everyone',
          softwareVersion: '8.1.0',
          offers: [{ '@type': 'Offer', price: '0', priceCurrency: 'NGN' }],
        },
        `<a href="/store/apps">Apps</a><a href="mailto:a@kobopay.ng">Mail</a>${site('https://kobopay.ng')}`,
      ),
      {
        name: 'KoboPay',
        description: 'Send money at once.',
        category: 'Finance',
        age: 'all',
        version: '8.1.0',
        price: 'free',
        website: 'https://kobopay.ng',
      },
    ],
    [
      'OpenGraph without structured data',
      html(
        og('title', '&lt;script&gt;steal()&lt;/script&gt;Ajo - Apps on Google Play') +
          og('description', 'Save.'),
      ),
      { name: 'Ajo', description: 'Save.' },
    ],
    [
      'a puzzle',
      app({ name: 'Ayo', applicationCategory: 'GAME_PUZZLE' }),
      { name: 'Ayo', category: 'Games', platform: 'game' },
    ],
    ['a paid app', app({ name: 'Hymns', offers: [{ price: '1500.00' }] }), { name: 'Hymns', price: 'paid' }],
    ['a version that varies', app({ name: 'Vary', softwareVersion: 'Varies with device' }), { name: 'Vary' }],
    [
      'a category in other words',
      app({ name: 'Route', applicationCategory: 'MAPS_AND_NAVIGATION' }),
      { name: 'Route', category: 'Navigation' },
    ],
    [
      'a category that is none of ours',
      app({ name: 'Iya', applicationCategory: 'PARENTING' }),
      { name: 'Iya' },
    ],
    ['an age', app({ name: 'Bet', contentRating: 'PEGI 18' }), { name: 'Bet', age: '18' }],
    ['an age that is none', app({ name: 'Odd', contentRating: 'constructor' }), { name: 'Odd' }],
    [
      'a website of Google',
      app({ name: 'Own' }, site('https://support.google.com/googleplay')),
      { name: 'Own' },
    ],
    ['a website in a private network', app({ name: 'Inner' }, site('http://10.0.0.1/')), { name: 'Inner' }],
    ['a page of two megabytes', app({ name: 'Large' }, '<p>Review.</p>'.repeat(150_000)), { name: 'Large' }],
  ])('Is read from %s', async (_what, page, expected) => {
    expect((await lookAt(page)).values).toEqual({ platform: 'mobile', ...expected });
  });

  test.each<[string, Reply, string]>([
    [
      'a page beyond five megabytes',
      app({ name: 'Huge' }, 'x'.repeat(6_000_000)),
      'sent a file that is too large',
    ],
    ['no app', { status: 404, body: 'x' }, 'no app at this address'],
    ['that it was asked too often', { status: 429, body: 'x' }, 'asked too often'],
    ['a page of consent', html('<title>Before you continue</title>'), 'does not name an app'],
  ])('Says so where it answers %s', async (_what, reply, problem) => {
    expect(await lookAt(reply)).toEqual({ values: {}, problem: expect.stringContaining(problem) as string });
  });
});

describe('A repository at GitHub', () => {
  let count = 0;
  async function lookAt(name: string, reply: Reply, { tag = '', address = 'https://github.com/{id}' } = {}) {
    const id = `naija-dev${String((count += 1))}/${name}`;
    const release = { [`/repos/${id}/releases/latest`]: json({ tag_name: tag }) };
    outside.host('api.github.com', { [`/repos/${id}`]: reply, ...(tag !== '' && release) });
    const preview = await look(address.replace('{id}', id));
    const { external_link: link, ...values } = valuesOf(preview);
    if (Object.keys(values).length > 0) expect(link).toBe(`https://github.com/${id}`);
    return { values, problem: preview.problems.join(' ') };
  }

  test.each<[string, Facts, Facts, { tag?: string; address?: string }?]>([
    [
      'naija-ledger',
      {
        description: 'Books for shops.',
        homepage: 'https://ledger.ng',
        topics: ['finance', 'pwa', 'nigeria'],
      },
      {
        name: 'Naija ledger',
        description: 'Books for shops.',
        website: 'https://ledger.ng',
        category: 'Finance',
        platform: 'web',
        version: '1.4.0',
      },
      { tag: 'v1.4.0' },
    ],
    ['PalmWine-API', {}, { name: 'PalmWine API' }],
    ['market_price_bot', {}, { name: 'Market price bot' }],
    ['longtag', {}, { name: 'Longtag' }, { tag: 'x'.repeat(80) }],
    ['keke', { topics: ['android'] }, { name: 'Keke', platform: 'mobile' }],
    ['pos', { topics: ['electron', 'business'] }, { name: 'Pos', platform: 'desktop', category: 'Business' }],
    ['paykit', { topics: ['sdk', 'fintech'] }, { name: 'Paykit', category: 'Developer Tools,Finance' }],
    ['bare', { homepage: 'bare.com.ng' }, { name: 'Bare', website: 'https://bare.com.ng' }],
    ['script', { homepage: 'javascript:alert(1)', html_url: 'https://evil.ng/x' }, { name: 'Script' }],
    [
      'inner',
      { homepage: 'http://10.1.1.1', owner: { avatar_url: 'https://127.0.0.1/a' } },
      { name: 'Inner' },
    ],
    [
      'words',
      { description: 'every word '.repeat(20) },
      { name: 'Words', description: `${'every word '.repeat(10)}every...` },
    ],
    [
      'tags',
      { description: '<h1>Tags</h1> & \u202emore 🚀' },
      { name: 'Tags', description: 'Tags & more 🚀' },
    ],
    ['types', { homepage: [], description: {}, topics: 7 }, { name: 'Types' }],
    ['tree', {}, { name: 'Tree' }, { address: 'https://www.github.com/{id}/tree/main/src?tab=readme' }],
    ['clone', {}, { name: 'Clone' }, { address: 'github.com/{id}.git' }],
  ])('Is read: %s with %j', async (name, facts, expected, more) => {
    expect((await lookAt(name, json({ name, private: false, ...facts }), more)).values).toEqual(expected);
  });

  test.each<[string, Reply, string]>([
    ['a private one', { status: 404, body: '{}' }, 'no public repository'],
    ['a limit', { status: 403, body: '{}' }, 'asked too often'],
    ['half of its JSON', { type: 'application/json', body: '{"name":"cut"' }, 'cannot be read'],
    ['no name', json({ message: 'Moved' }), 'cannot be read'],
  ])('Says so where it answers %s', async (_what, reply, problem) => {
    expect(await lookAt('refused', reply)).toEqual({
      values: {},
      problem: expect.stringContaining(problem) as string,
    });
  });
});

describe('An address that is listed already', () => {
  const list = async (name: string, more: object) => {
    const app = { name, description: 'Does one thing well.', ...more };
    const { status, body } = await ada.post<App>('/app/', app);
    expect(status).toBe(201);
    return body;
  };
  const existing = async (address: string, by = eve) => (await look(address, by)).existing?.name;

  test('Is named in each of its forms, without going out', async () => {
    const { name, name_id } = await list('Listed', {
      website: 'http://www.listed.ng/',
      playstore_link: 'https://play.google.com/store/apps/details?hl=en&id=ng.listed_app',
      appstore_link: 'https://apps.apple.com/ng/app/listed/id1511111111',
      external_link: 'https://github.com/listed-ng/app',
    });
    const before = outside.requests.length;
    for (const address of [
      'listed.ng',
      'https://listed.ng/?utm_source=flyer#top',
      'https://play.google.com/store/apps/details?id=ng.listed_app',
      'https://apps.apple.com/gh/app/other-words/id1511111111?mt=8',
      'https://github.com/listed-ng/app/tree/main',
    ])
      expect(await look(address, eve)).toMatchObject({
        existing: { name, name_id },
        fields: [],
        pictures: [],
      });
    expect(outside.requests).toHaveLength(before);
    for (const address of [
      'https://play.google.com/store/apps/details?id=ng.listedxapp',
      'https://play.google.com/store/apps/details?id=ng.listed',
      'https://apps.apple.com/ng/app/listed/id151111111',
      'https://listed.ng/other',
    ])
      expect([address, await existing(address)]).toEqual([address, undefined]);
  });

  test('Is named to its owner alone while it is unlisted or held', async () => {
    const unlisted = await list('Quiet one', { website: 'https://quiet.ng' });
    expect(await existing('quiet.ng')).toBe('Quiet one');
    await ada.patch(`/app/${unlisted.id}/`, { state: 'unlisted' });
    expect((await list('Kuda', { website: 'https://kuda-bank.ng' })).state).toBe('held');
    expect([await existing('quiet.ng'), await existing('quiet.ng', ada)]).toEqual([undefined, 'Quiet one']);
    expect([await existing('kuda-bank.ng'), await existing('kuda-bank.ng', ada)]).toEqual([
      undefined,
      'Kuda',
    ]);
  });
});

describe('Who may look', () => {
  const notOne = 'This is not the address of a public website. Paste one such as https://myapp.ng.';

  test.each([
    ['', 'Paste an address.'],
    ['words', notOne],
    ['http://10.0.0.1', notOne],
    ['https://localhost', notOne],
    ['https://a@b.ng', notOne],
    ['ftp://a.ng', notOne],
    [`https://a.ng/${'a'.repeat(2_000)}`, 'This address is too long.'],
  ])('Refuses %s', async (address, sentence) => {
    const { status, body } = await ada.post('/app/import/', { address });
    expect([status, body.error, body.fields?.['address']]).toEqual([400, sentence, sentence]);
  });

  test('Refuses somebody without a login or unverified, and everybody while it is turned off', async () => {
    const statusFor = async (by: typeof client) =>
      (await by.post('/app/import/', { address: 'a.ng' })).status;
    expect(await statusFor(client)).toBe(401);
    expect(await statusFor(client.as(await people.unverified()))).toBe(403);
    const off = await startProduct();
    const { status, body } = await off.client
      .as(await off.people.verified())
      .post('/app/import/', { address: 'a.ng' });
    const sentence = 'This site does not open other sites: its operator has turned that off.';
    expect([status, body.error]).toEqual([503, sentence]);
  });

  test('Looks at one address at a time, tells its steps, and ends when the person leaves', async () => {
    const limited = await startProduct({ outside, env: { RATE_LIMIT: 'on' } });
    const bola = await limited.people.verified();
    const by = limited.client.as(bola);
    const left = new AbortController();
    const ended = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    outside.host('silent.ng', (_request, response) => {
      response.once('close', () => ended.resolve(undefined));
      asked.resolve(undefined);
    });
    const looking = await limited.client.fetch('/api/v1/app/import/', {
      method: 'POST',
      body: JSON.stringify({ address: 'silent.ng' }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
        authorization: `Bearer ${bola.access}`,
      },
      signal: left.signal,
    });
    const step = await looking.body?.getReader().read();
    expect(Buffer.from(step?.value ?? []).toString()).toBe('{"step":"Reading silent.ng"}\n');
    await asked.promise;
    const { status, body } = await by.post('/app/import/', { address: 'other.ng' });
    expect([status, body.error]).toEqual([
      429,
      'Another address is already being checked for you. Wait until that is done.',
    ]);
    const at = performance.now();
    left.abort();
    await ended.promise;
    // It would end by itself after five seconds.
    expect(performance.now() - at).toBeLessThan(3_000);
    await expect
      .poll(async () => (await by.post<Preview>('/app/import/', { address: 'nowhere.ng' })).body.problems)
      .toEqual(['There is no website called nowhere.ng: the name has no address.']);
  });
});
