// Reads an answer up to a number of bytes, which counts before and after decompression: a few kilobytes of gzip can
// become gigabytes.
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundRefusal } from './refusals.ts';

const decoders: Readonly<Record<string, (() => Transform) | null>> = {
  '': null,
  identity: null,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** @throws OutboundRefusal */
export async function readBody(
  body: Readable,
  { encoding, host, maxBytes }: { encoding: string; host: string; maxBytes: number },
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (create === undefined) throw new OutboundRefusal('encoding', host);
  let sent = 0;
  body.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent > maxBytes) body.destroy(new OutboundRefusal('too-large', host));
  });
  const decoder = create?.();
  const source: Readable = decoder ? body.pipe(decoder) : body;
  // `pipe` does not pass errors on.
  if (decoder) body.once('error', (error) => decoder.destroy(error));
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > maxBytes) throw new OutboundRefusal('too-large', host);
      chunks.push(chunk);
    }
  } catch (error) {
    if (decoder && isDecoderError(error)) throw new OutboundRefusal('encoding', host, { cause: error });
    throw error;
  } finally {
    decoder?.destroy();
    body.destroy();
  }
  return Buffer.concat(chunks);
}

function isDecoderError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && /^(?:Z_|ERR_BROTLI|ERR__ERROR)/.test(String(error.code))
  );
}
