// Requests that no honest client sends. Each is a function of its number, so that a request that shows a fault can be
// sent again.
import { chunked, crlf, multipart, texts, type Random } from './hostile-multipart.ts';
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
  /** Offsets at which the bytes are cut into several writes. */
  writes: number[];
  /** What the client does after the last byte. */
  then: 'wait' | 'half-close' | 'reset';
}

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
