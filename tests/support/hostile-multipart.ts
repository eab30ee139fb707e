// Multipart and chunked bodies that break their own structure.

export const crlf = '\r\n';

/** Picks one of the items at random. */
export type Random = <Item>(items: readonly Item[]) => Item;

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
export const texts = [
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

/** @returns a body, and the offsets near its delimiters, where a cut is most likely to show a fault */
export function multipart(pick: Random, boundary: string, png: Buffer): { body: Buffer; places: number[] } {
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

export function chunked(pick: Random, body: Buffer, broken: boolean): Buffer {
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
