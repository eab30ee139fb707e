// One request over one connection, pinned to addresses that were checked: undici gets no chance to resolve the name a
// second time, so an answer of the name server that changes in between has no effect.
import type { LookupFunction } from 'node:net';
import { isIP, isIPv6 } from 'node:net';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, request } from 'undici';
import { OutboundRefusal, type OutboundReason } from './refusals.ts';

export interface OnceOptions {
  addresses: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** 0: the body is not read. */
  maxBytes: number;
  signal: AbortSignal;
  /** For tests: the port in place of 443, and the authority that signs the certificates. */
  port?: number | undefined;
  ca?: string | undefined;
}

export interface OnceAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** What the codes of errors say; the first that fits counts. */
const reasons: readonly (readonly [RegExp, OutboundReason])[] = [
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'too-large'],
  [/^(?:Z_|ERR_BROTLI|ERR__ERROR)/, 'encoding'],
  [/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_|ERR_SSL/, 'bad-certificate'],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'no-connection',
  ],
  [/TIMEOUT/, 'slow'],
];

/** Turns any failure into a refusal with a sentence. */
function refusalOf(error: unknown, host: string, signal: AbortSignal): OutboundRefusal {
  if (error instanceof OutboundRefusal) return error;
  const options = { cause: error };
  if (signal.aborted) return new OutboundRefusal('slow', host, options);
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const codes = causes.map((one) => (one instanceof Error && 'code' in one ? String(one.code) : ''));
  const reason = reasons.find(([known]) => codes.some((code) => known.test(code)))?.[1] ?? 'broken-answer';
  return new OutboundRefusal(reason, host, options);
}

function single(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Counts after decompression, because a few kilobytes of gzip can become gigabytes; undici counts before it. */
async function readBody(body: Readable, coding: string, maxBytes: number, host: string): Promise<Buffer> {
  const name = coding.trim().toLowerCase();
  const isPlain = name === '' || name === 'identity';
  const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!isPlain && !create) throw new OutboundRefusal('encoding', host);
  const source = create ? pipeline(body, create(), () => undefined) : body;
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > maxBytes) throw new OutboundRefusal('too-large', host);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws OutboundRefusal */
export async function requestOnce(url: URL, options: OnceOptions): Promise<OnceAnswer> {
  const { addresses, ca, headers, maxBytes, port, signal } = options;
  const host = url.hostname;
  // Threat: a connection to a number ignores the checked addresses, because there is no name to look up.
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw new OutboundRefusal('numeric', host);
  const agent = new Agent({
    allowH2: false,
    connect: { lookup: pinned(addresses), timeout: 5_000, ...(ca !== undefined && { ca }) },
    headersTimeout: 5_000,
    bodyTimeout: 5_000,
    maxHeaderSize: 16_384,
    ...(maxBytes > 0 && { maxResponseSize: maxBytes }),
  });
  const target = new URL(url);
  if (port !== undefined) target.port = String(port);
  try {
    const answer = await request(target, {
      dispatcher: agent,
      method: 'GET',
      headers: { ...headers, host: url.host, 'accept-encoding': 'gzip, br' },
      signal,
    });
    const found = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, single(value)] as const),
    );
    // Closing the connection early makes the body emit an error, which is expected.
    answer.body.on('error', () => undefined);
    const encoding = found['content-encoding'] ?? '';
    const body = maxBytes === 0 ? Buffer.alloc(0) : await readBody(answer.body, encoding, maxBytes, host);
    return { status: answer.statusCode, headers: found, body };
  } catch (error) {
    throw refusalOf(error, host, signal);
  } finally {
    await agent.destroy();
  }
}
