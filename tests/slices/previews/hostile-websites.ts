import { html, ld, meta, og, type Fixture, type Reply } from './fixture.ts';

const manifestLink = '<link rel="manifest" href="/m.json">';
const latin = (text: string, type: string): Reply => ({ type, body: Buffer.from(text, 'latin1') });
const name = 'O\u0300gu\u0301n'.normalize('NFC');

/** Websites that are broken, partial or hostile. */
export const hostileWebsites: readonly Fixture[] = [
  {
    about: 'script in a name',
    address: 'https://xss.ng',
    hosts: {
      'xss.ng': {
        '/': html(og('site_name', '&lt;script&gt;alert(1)&lt;/script&gt;Bold &lt;b&gt;Bank&lt;/b&gt;')),
      },
    },
    expected: { name: 'Bold Bank', website: 'https://xss.ng' },
  },
  {
    about: 'attributes of 64 KB',
    address: 'https://wide.ng',
    hosts: {
      'wide.ng': {
        '/': html(
          `<title>Wide</title>${meta('description', 'a'.repeat(65_536))}${og('description', 'Short.')}`,
        ),
      },
    },
    expected: { name: 'Wide', description: 'Short.', website: 'https://wide.ng' },
  },
  {
    about: 'a manifest without end',
    address: 'https://endless.ng',
    hosts: {
      'endless.ng': {
        '/': html(`<title>Endless</title>${manifestLink}`),
        '/m.json': { type: 'application/json', body: `{"name":"${'x'.repeat(200_000)}` },
      },
    },
    expected: { name: 'Endless', website: 'https://endless.ng' },
    problem: /manifest could not be read.*more than is read/,
  },
  {
    about: 'redirects in a circle',
    address: 'https://circle.ng',
    hosts: {
      'circle.ng': {
        '/': { status: 302, headers: { location: '/again' } },
        '/again': { status: 302, headers: { location: '/' } },
      },
    },
    expected: {},
    problem: /redirected more than three times/,
  },
  {
    about: 'a redirect into a private network',
    address: 'https://inward.ng',
    hosts: {
      'inward.ng': { '/': { status: 302, headers: { location: 'https://169.254.169.254/latest/' } } },
    },
    expected: {},
    problem: /made of numbers/,
  },
  {
    about: 'icons in a private network',
    address: 'https://peek.ng',
    hosts: {
      'peek.ng': {
        '/': html(
          `<title>Peek</title><link rel="icon" href="http://169.254.169.254/icon.png">
           <link rel="apple-touch-icon" href="https://localhost/icon.png">${og('image', 'https://10.0.0.1/x.png')}`,
        ),
      },
    },
    expected: { name: 'Peek', website: 'https://peek.ng' },
    pictures: [],
    problem: /picture was left out/,
  },
  {
    about: 'a drawing that would unfold to gigabytes',
    address: 'https://bomb.ng',
    hosts: {
      'bomb.ng': {
        '/': html('<title>Bomb</title><link rel="icon" sizes="512x512" href="/i.png">'),
        '/i.png': {
          type: 'image/png',
          body: `<svg xmlns="http://www.w3.org/2000/svg"><!DOCTYPE x [<!ENTITY a "${'lol'.repeat(9_000)}">]>&a;</svg>`,
        },
      },
    },
    expected: { name: 'Bomb', website: 'https://bomb.ng' },
    pictures: [],
    problem: /no JPEG or PNG/,
  },
  {
    about: 'the wrong charset in its header',
    address: 'https://wrongset.ng',
    hosts: {
      'wrongset.ng': { '/': { type: 'text/html; charset=us-ascii-x', body: html(`<title>${name}</title>`) } },
    },
    expected: { name, website: 'https://wrongset.ng' },
  },
  {
    about: 'Latin-1 that says it is UTF-8',
    address: 'https://latin.ng',
    hosts: { 'latin.ng': { '/': latin(html('<title>Café Lagos</title>'), 'text/html; charset=utf-8') } },
    expected: { name: 'Café Lagos', website: 'https://latin.ng' },
  },
  {
    about: 'a charset in its tag',
    address: 'https://tagset.ng',
    hosts: {
      'tagset.ng': { '/': latin(html('<meta charset="iso-8859-1"><title>Crème</title>'), 'text/html') },
    },
    expected: { name: 'Crème', website: 'https://tagset.ng' },
  },
  {
    about: 'tags that never end',
    address: 'https://open.ng',
    hosts: { 'open.ng': { '/': `<title>Open</title>${'<meta name="'.repeat(20_000)}` } },
    expected: { name: 'Open', website: 'https://open.ng' },
  },
  {
    about: 'structured data that is broken, deep and long',
    address: 'https://deep.ng',
    hosts: {
      'deep.ng': {
        '/': html(
          `<title>Deep</title><script type="application/ld+json">{broken</script>
           <script type="application/ld+json">${'['.repeat(50_000)}</script>
           ${ld(Array.from({ length: 5_000 }, (_, at) => ({ '@type': 'Thing', name: at })))}
           ${ld({ '@type': 'SoftwareApplication', name: 'Deep Sea', applicationCategory: { a: 1 }, offers: 'none' })}`,
        ),
      },
    },
    expected: { name: 'Deep Sea', website: 'https://deep.ng' },
  },
  {
    about: 'names of which nothing can be seen, and drawings with titles',
    address: 'https://unseen.ng',
    hosts: {
      'unseen.ng': {
        '/': html(
          `${og('site_name', '\u200b\u202e')}<svg><title>Menu</title></svg><title>Un\u200bseen</title>`,
        ),
      },
    },
    expected: { name: 'Unseen', website: 'https://unseen.ng' },
  },
  {
    about: 'a page that is not there',
    address: 'https://gone.ng/app',
    hosts: { 'gone.ng': {} },
    expected: {},
    problem: /gone\.ng has no such page/,
  },
  {
    about: 'a file that is no page',
    address: 'https://binary.ng',
    hosts: { 'binary.ng': { '/': { type: 'application/zip', body: Buffer.alloc(2_000, 7) } } },
    expected: {},
    problem: /not a web page/,
  },
];
