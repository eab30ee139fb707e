// The hashed files of one build in one object: a line of JSON that lists them, and their bytes one after another.
import type { Encoding } from './accept-encoding.ts';

/** A file in the codings that the build has made. */
export interface HashedFile {
  /** The path of its address. */
  path: string;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

interface Listed {
  path: string;
  /** Each coding with its number of bytes, in the order of the bytes. */
  sizes: [Encoding, number][];
}

const newline = 0x0a;

/** The same files give the same bytes, in whatever order they come. */
export function packBuild(files: readonly HashedFile[]): Buffer {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const bodies: Buffer[] = [];
  const list = sorted.map(({ path, bodies: coded }): Listed => {
    const sizes: Listed['sizes'] = [];
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const body = coded[encoding];
      if (body === undefined) continue;
      sizes.push([encoding, body.length]);
      bodies.push(body);
    }
    return { path, sizes };
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...bodies]);
}

/** @param bytes made by `packBuild`: the caller has authenticated them */
export function unpackBuild(bytes: Buffer): HashedFile[] {
  const end = bytes.indexOf(newline);
  const list = JSON.parse(bytes.subarray(0, end).toString()) as Listed[];
  let from = end + 1;
  return list.map(({ path, sizes }) => {
    const coded: Partial<Record<Encoding, Buffer>> = {};
    for (const [encoding, size] of sizes) coded[encoding] = bytes.subarray(from, (from += size));
    if (coded.identity === undefined) throw new TypeError(`${path} has no plain form.`);
    return { path, bodies: { ...coded, identity: coded.identity } };
  });
}
