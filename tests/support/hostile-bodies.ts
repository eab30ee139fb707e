// Requests that no honest client sends: bodies that know the structure they break. Each is a function of its number, so
// that one that shows a fault can be sent again.
import { picture } from './pictures.ts';

export interface HostileTargets {
  access: string;
  userId: string;
  appId: string;
  screenshotId: string;
  /** Path of a picture under /media. */
  media: string;
}

export interface HostileRequest {
  name: string;
  bytes: Buffer;
  /** Where the bytes are cut into writes of their own. */
  writes: number[];
  /** What the client does behind the last byte. */
  then: 'wait' | 'half-close' | 'reset';
}

type Random = <Item>(items: readonly Item[]) => Item;

/** Mulberry32: the same numbers for the same seed on every machine. */
function numbersOf(seed: number): () => number {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const crlf = '\r\n';
const names = [
  'name',
  'description',
  'website',
  'logo',
  'screenshot',
  'screenshots',
  'dp',
  'about_me',
  '__proto__',
  '',
];
const fileNames = ['a.png', '', '../../etc/passwd', 'a\u0000.png', 'x'.repeat(3_000), '"', 'é'];
const texts = [
  '',
  'An app',
  'https://fresh.ng',
  '\u0000',
  'x'.repeat(70_000),
  '--b',
  '\r\n--',
  '[object Object]',
  '{',
];
const boundaries = ['b', '----WebKitFormBoundaryABCDEFGH', 'x'.repeat(70), "a'()+_,-./:=?z", '-', '--'];
const ranges = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-0,1-1,2-2',
  `bytes=${Array.from({ length: 300 }, (_, at) => `${at}-${at}`).join(',')}`,
  'bytes=99999999999999999999-',
  'bytes=--1',
  'pages=1',
  'bytes=',
  'bytes=0-18446744073709551616',
];
const etags = ['*', '"a"', 'W/"a"', '"', ',,,', `"${'x'.repeat(4_000)}"`, '"a", "b", "c"'];
const dates = ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '-1', 'Thu, 99 Foo 9999 99:99:99 GMT'];
const badJson = [
  '{',
  '[]',
  'null',
  '"x"',
  '{"name":{}}',
  '{"name":"\\ud800"}',
  '\ufeff{}',
  '[[[[',
  '{"a":1e999}',
  '01',
];

function part(pick: Random, boundary: string, png: Buffer): Buffer {
  const isFile = pick([true, true, false]);
  const disposition = pick([
    `form-data; name="${pick(names)}"${isFile ? `; filename="${pick(fileNames)}"` : ''}`,
    `form-data; name="${pick(names)}"${isFile ? `; filename="a.png"` : ''}`,
    ...Array<string>(6).fill(`form-data; name="${pick(['logo', 'dp', 'screenshots'])}"; filename="a.png"`),
    'form-data',
    'attachment; name="a"',
    `form-data; name="${'n'.repeat(9_000)}"`,
    "form-data; name=a; filename*=utf-8''%ff%fe",
    '',
  ]);
  const headers = [
    ...(disposition === '' ? [] : [`Content-Disposition: ${disposition}`]),
    ...pick([
      [],
      [`Content-Type: ${pick(['image/png', 'text/plain; charset=utf-99', ';', 'a'.repeat(9_000)])}`],
    ]),
    ...pick([
      [],
      [],
      ['Content-Transfer-Encoding: base64'],
      ['no colon here'],
      Array<string>(300).fill('X-A: a'),
    ]),
  ];
  const content = isFile ? png : Buffer.from(pick(texts));
  return Buffer.concat([
    Buffer.from(`--${boundary}${crlf}${headers.join(crlf)}${crlf}${crlf}`),
    content,
    Buffer.from(crlf),
  ]);
}

/** A body, and the places in it where being cut is interesting. */
function multipart(pick: Random, boundary: string, png: Buffer): { body: Buffer; places: number[] } {
  if (pick([true, ...Array<boolean>(30).fill(false)])) {
    const empty = Buffer.from(`--${boundary}${crlf}`.repeat(20_000));
    return { body: empty, places: [empty.length - 3] };
  }
  const pieces: Buffer[] = [Buffer.from(pick(['', '', 'preamble', crlf, '-']))];
  const places: number[] = [];
  let length = pieces[0]?.length ?? 0;
  for (let count = pick([0, 1, 1, 2, 3, 12]); count > 0; count -= 1) {
    const one = part(pick, boundary, png);
    const headEnd = one.indexOf(crlf + crlf);
    const delimiter = boundary.length + 2;
    const inside = [0, 1, delimiter, delimiter + 1, delimiter + 20, headEnd - 1, headEnd + 2, headEnd + 4];
    places.push(...[...inside, (headEnd + one.length) >> 1, one.length - 1].map((at) => length + at));
    pieces.push(one);
    length += one.length;
  }
  const last = Buffer.from(
    `--${boundary}${pick(['--', '--', '--', '', '-'])}${pick([crlf, '', `${crlf}epilogue`])}`,
  );
  places.push(length, length + 1, length + boundary.length + 2, length + boundary.length + 3);
  return { body: Buffer.concat([...pieces, last]), places };
}

function chunked(pick: Random, body: Buffer, broken: boolean): Buffer {
  const pieces: Buffer[] = [];
  const step = pick([1 + (body.length >> 3), 7 + (body.length >> 1), body.length + 1]);
  for (let at = 0; at < body.length; at += step) {
    const piece = body.subarray(at, at + step);
    const size = broken
      ? pick(['-1', 'zz', 'ffffffffffffffffff', '', '0x5', '7fffffff'])
      : piece.length.toString(16);
    pieces.push(Buffer.from(size + pick([crlf, ';ext=1\r\n'])), piece, Buffer.from(crlf));
  }
  return Buffer.concat([...pieces, Buffer.from(broken ? '' : `0${crlf}${crlf}`)]);
}

export async function createHostileRequests(
  targets: HostileTargets,
  seed = 1,
): Promise<(number: number) => HostileRequest> {
  const png = await picture(24, 24);
  const large = Buffer.concat([png, Buffer.alloc(200_000, 7)]);
  const huge = Buffer.concat([png, Buffer.alloc(6_000_000, 7)]);
  const { access, userId, appId, screenshotId, media } = targets;
  const routes = [
    ['POST', '/app/'],
    ['PATCH', `/app/${appId}/`],
    ['PATCH', `/user/${userId}/`],
    ['PATCH', `/app/screenshot/${screenshotId}/update/`],
    ['PATCH', `/app/screenshot/${screenshotId}/delete/`],
    ['POST', '/app/version/'],
    ['POST', '/token/'],
    ['POST', '/app/nothing/here/'],
    ['DELETE', '/app/nothing/'],
    ['GET', '/app/'],
  ] as const;

  return (number) => {
    const next = numbersOf(seed * 1_000_003 + number);
    const pick: Random = (items) => items[Math.floor(next() * items.length)] as (typeof items)[number];
    const writes = (bytes: Buffer) =>
      Array.from({ length: pick([0, 0, 1, 3]) }, () => Math.floor(next() * bytes.length)).toSorted(
        (a, b) => a - b,
      );
    const kind = pick(['multipart', 'multipart', 'multipart', 'multipart', 'json', 'form', 'media'] as const);

    if (kind === 'media') {
      const [method, field, value] = [
        pick(['GET', 'HEAD', 'POST']),
        pick(['Range', 'If-Range', 'If-None-Match', 'If-Match', 'If-Modified-Since', 'If-Unmodified-Since']),
        pick([...ranges, ...etags, ...dates]),
      ];
      const path = pick([media, `${media}/..`, '/media/', '/media/%2e%2e/a', '/about', '/api/v1/app/']);
      const head = `${method} ${path} HTTP/1.1${crlf}Host: a${crlf}${field}: ${value}${crlf}Range: ${pick(ranges)}${crlf}${crlf}`;
      const bytes = Buffer.from(head);
      return { name: `${number} media ${method} ${field}`, bytes, writes: writes(bytes), then: 'wait' };
    }

    const [method, path] = pick(routes);
    const boundary = pick(boundaries);
    const made =
      kind === 'multipart'
        ? multipart(
            pick,
            boundary,
            pick([...Array<Buffer>(30).fill(png), ...Array<Buffer>(8).fill(large), Buffer.alloc(0), huge]),
          )
        : {
            body: Buffer.from(kind === 'json' ? pick(badJson) : `name=${pick(texts)}&name=%ff&=&%`),
            places: [0, 1],
          };
    const cut = pick([true, true, false]) ? pick(made.places) : made.body.length;
    const body: Buffer = made.body.subarray(0, cut);
    const framing = pick([
      'finished',
      'finished',
      'chunked',
      'bad chunks',
      'too long',
      'too short',
      'both',
    ] as const);
    const type = {
      multipart: pick([
        `multipart/form-data; boundary=${boundary}`,
        `multipart/form-data; boundary=${boundary}`,
        `multipart/form-data; boundary=${boundary}`,
        `multipart/form-data; boundary="${boundary}"; charset=utf-8`,
        `Multipart/Form-Data;boundary=${boundary}`,
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'y'.repeat(5_000)}`,
        'multipart/mixed; boundary=b',
      ]),
      json: pick(['application/json', 'application/json; charset=utf-16', 'text/json']),
      form: 'application/x-www-form-urlencoded',
    }[kind];
    const length =
      { 'too long': body.length + 1_000, 'too short': body.length >> 1 }[framing as string] ?? body.length;
    const frames = [
      ...(framing === 'chunked' || framing === 'bad chunks' || framing === 'both'
        ? ['Transfer-Encoding: chunked']
        : []),
      ...(framing === 'chunked' || framing === 'bad chunks' ? [] : [`Content-Length: ${length}`]),
    ];
    const auth = pick([true, true, true, true, false]) ? [`Authorization: Bearer ${access}`] : [];
    const expect = pick([[], [], [], ['Expect: 100-continue']]);
    const head = [
      `${method} /api/v1${path} HTTP/1.1`,
      'Host: a',
      `Content-Type: ${type}`,
      ...auth,
      ...expect,
      ...frames,
    ];
    const sent =
      framing === 'chunked' || framing === 'both'
        ? chunked(pick, body, false)
        : framing === 'bad chunks'
          ? chunked(pick, body, true)
          : body;
    const bytes = Buffer.concat([Buffer.from(head.join(crlf) + crlf + crlf), sent]);
    const then =
      framing === 'too long'
        ? pick(['half-close', 'reset'] as const)
        : framing === 'bad chunks'
          ? 'half-close'
          : pick(['wait', 'wait', 'wait', 'half-close', 'reset'] as const);
    return {
      name: `${number} ${kind} ${method} ${path} ${framing}, ${then}`,
      bytes,
      writes: writes(bytes),
      then,
    };
  };
}
