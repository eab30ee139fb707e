import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync, type BrotliOptions } from 'node:zlib';

/** What a body with a dictionary begins with, before the hash of the dictionary (RFC 9842). */
const beginnings = { dcb: 'ff444342', dcz: '5e2a4d1820000000' } as const;

/** Decodes a body as a browser does. @throws where it is not in this coding, or of another dictionary */
export function decode(body: Buffer, coding: string, dictionary: Buffer): Buffer {
  if (coding === 'br') return brotliDecompressSync(body);
  if (coding === 'gzip') return gunzipSync(body);
  if (coding === 'identity') return body;
  if (coding !== 'dcb' && coding !== 'dcz') throw new TypeError(`There is no coding ${coding}.`);
  const beginning = Buffer.from(beginnings[coding] + hash('sha256', dictionary), 'hex');
  if (!body.subarray(0, beginning.length).equals(beginning)) throw new TypeError('Of another dictionary.');
  const rest = body.subarray(beginning.length);
  const options: BrotliOptions & { dictionary: Buffer } = { dictionary };
  return coding === 'dcb' ? brotliDecompressSync(rest, options) : zstdDecompressSync(rest, { dictionary });
}
