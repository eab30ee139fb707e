import {
  ServerResponse,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
} from 'node:http';
import type { HeaderPair } from './rendered-response.ts';

type HeadersArgument = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;
type WriteCallback = (error?: Error | null) => void;

/**
 * A response with no connection behind it: keeps what a handler for node:http writes. `done` resolves at its end, and
 * rejects when the handler destroys it, which is how Astro ends a page that failed half-way.
 */
export class CapturedResponse extends ServerResponse {
  readonly done: Promise<void>;
  readonly #chunks: Buffer[] = [];
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #ended = false;

  constructor(request: IncomingMessage) {
    super(request);
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.done = promise;
    this.#resolve = () => resolve(undefined);
    this.#reject = reject;
  }

  get body(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  get headerPairs(): HeaderPair[] {
    return Object.entries(this.getHeaders()).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value ?? '']).map((item): HeaderPair => [
        name.toLowerCase(),
        String(item),
      ]),
    );
  }

  override writeHead(status: number, ...rest: [(string | HeadersArgument)?, HeadersArgument?]): this {
    this.statusCode = status;
    const headers = typeof rest[0] === 'string' ? rest[1] : rest[0];
    if (Array.isArray(headers)) throw new TypeError('Header lists are not captured: pass an object.');
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) this.setHeader(name, value);
    return this;
  }

  override write(chunk: unknown, ...rest: [(BufferEncoding | WriteCallback)?, WriteCallback?]): boolean {
    if (chunk instanceof Uint8Array)
      this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    else this.#chunks.push(Buffer.from(String(chunk), typeof rest[0] === 'string' ? rest[0] : 'utf8'));
    const callback = rest.find((argument) => typeof argument === 'function');
    // As a microtask: Astro destroys a failed page in this callback, and that must come before its handler's own end.
    if (callback) queueMicrotask(callback);
    return true;
  }

  override end(...rest: [unknown?, (BufferEncoding | (() => void))?, (() => void)?]): this {
    if (this.#ended) return this;
    this.#ended = true;
    const [chunk] = rest;
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.write(chunk);
    const callback = rest.find((argument) => typeof argument === 'function');
    if (typeof callback === 'function') this.once('finish', callback as () => void);
    this.#resolve();
    this.emit('finish');
    this.emit('close');
    return this;
  }

  override destroy(error?: Error): this {
    if (this.#ended) return this;
    this.#ended = true;
    this.#reject(error ?? new Error('The page ended before it was whole.'));
    this.emit('close');
    return this;
  }
}
