import type { ReadableStream } from 'node:stream/web';
import { AppError } from '../errors.ts';
import type { Hold } from './body-budgets.ts';
import { freeChunk } from './free-chunk.ts';

/** Limit of a body without files, which is read into memory. */
export const textBodyBytes = 256 * 1024;

/**
 * Long enough for 256 KB at 140 kbit/s, what a phone has at the edge of a network; a body that is sent byte by byte to
 * hold a connection is not waited for.
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
 * Reads a body into memory, counting each byte as it arrives.
 * @throws AppError 413 where it is too large, 408 where it takes too long, 429 or 503 where the budget is used up
 */
export async function readTextBody(
  body: ReadableStream<Uint8Array> | null,
  memory: Hold,
  { maxBytes = textBodyBytes, withinMs = textBodyMs }: Options = {},
): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  // One buffer that grows: each piece would take a few hundred bytes more than it has, and may have only one.
  let text: Buffer = Buffer.alloc(0);
  let length = 0;
  let refusal: AppError | undefined;
  const refuse = async (reason: AppError): Promise<void> => {
    refusal ??= reason;
    // A read that waits ends with it.
    await reader.cancel(reason);
  };
  // A cancelled stream has nobody left to tell that it failed as well.
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
