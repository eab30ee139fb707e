import type { ReadableStream } from 'node:stream/web';
import { AppError } from '../errors.ts';
import type { Hold } from './body-budgets.ts';

/** Limit of a body without files, which is read into memory. */
export const textBodyBytes = 256 * 1024;

/**
 * Timeout in milliseconds. Long enough for 256 KB at 140 kbit/s, as a phone has at the edge of a network; limits bodies
 * that are sent byte by byte to hold a connection.
 */
const textBodyMs = 15_000;

export const textTooLarge = (): AppError => new AppError(413, 'This request is too large.');
export const tooSlow = (): AppError =>
  new AppError(408, 'The request took too long to arrive. Check your connection and send it again.');

interface Options {
  maxBytes?: number;
  withinMs?: number;
}

/**
 * Reads a body into memory, and counts each byte against the budget as it arrives.
 * @throws AppError 413 if it is too large, 408 if it takes too long, 429 or 503 if the budget is used up
 */
export async function readTextBody(
  body: ReadableStream<Uint8Array> | null,
  memory: Hold,
  { maxBytes = textBodyBytes, withinMs = textBodyMs }: Options = {},
): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  // One growing buffer, because each piece has an overhead of a few hundred bytes, and may have one byte of content.
  let text: Buffer = Buffer.alloc(0);
  let length = 0;
  let refusal: AppError | undefined;
  const refuse = async (reason: AppError): Promise<void> => {
    refusal ??= reason;
    // Ends a pending read.
    await reader.cancel(reason);
  };
  // A failure of the cancelled stream does not matter.
  const timer = setTimeout(() => void refuse(tooSlow()).catch(() => undefined), withinMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (refusal) throw refusal;
      if (done) return text.subarray(0, length);
      const end = length + value.byteLength;
      if (end > maxBytes) throw textTooLarge();
      memory.add(value.byteLength);
      if (end > text.length) text = enlarged(text, Math.min(maxBytes, Math.max(end, 2 * text.length)));
      text.set(value, length);
      length = end;
      freeChunk(value);
    }
  } catch (error) {
    if (error instanceof AppError) await refuse(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function enlarged(text: Buffer, bytes: number): Buffer {
  const larger = Buffer.alloc(bytes);
  text.copy(larger);
  freeChunk(text);
  return larger;
}

/**
 * Frees the bytes of a chunk at once. Discarded bodies can arrive faster than the garbage collector runs: 2,000
 * connections at the same time left 100 MB of them behind.
 * @param chunk of a socket. One that shares its memory with others is not changed
 */
export function freeChunk({ buffer, byteLength }: Uint8Array): void {
  // A transfer detaches the buffer; transferring into zero bytes frees the memory.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
