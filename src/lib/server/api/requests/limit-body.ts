import type { ReadableStream } from 'node:stream/web';
import type { Context, MiddlewareHandler } from 'hono';
import { limits } from '../../../shared/schemas/limits.ts';
import { AppError } from '../../platform/errors.ts';
import type { BodyBudgets } from '../../platform/uploads/body-budgets.ts';
import { readTextBody, textBodyBytes, textTooLarge } from '../../platform/uploads/read-text-body.ts';
import { clientOf } from './caller.ts';

/** Routes whose handlers read the body themselves, once they know that the caller may send it (`withUpload`). */
function readsItself(c: Context): boolean {
  return c.req.method === 'PATCH' || (c.req.method === 'POST' && /^\/api\/v1\/app(?:\/|$)/.test(c.req.path));
}

/** By its header alone, before a byte of it is asked for. @throws AppError 413 */
function refuseAnnounced(c: Context, takesFiles: boolean): void {
  const announced = Number(c.req.header('content-length') ?? 0);
  if (announced > limits.requestBytes && takesFiles)
    throw new AppError(413, 'This request is larger than 25 MB. Use smaller images.');
  if (announced > textBodyBytes && !takesFiles) throw textTooLarge();
}

/**
 * Reads bodies without files before a route validates them.
 * Threats: a body that fills the memory, whatever its route would have made of it; many that never end.
 */
export function createBodyReader({ memory }: BodyBudgets): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    if (raw.body === null) {
      await next();
      return;
    }
    const isMultipart = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false;
    refuseAnnounced(c, isMultipart && readsItself(c));
    if (readsItself(c)) {
      await next();
      return;
    }
    const hold = memory.hold(clientOf(c).address);
    try {
      const body = await readTextBody(raw.body as ReadableStream<Uint8Array>, hold);
      const { method, headers } = raw;
      c.req.raw = new Request(raw.url, { method, headers, body: new Uint8Array(body) });
      await next();
    } finally {
      hold.release();
    }
  };
}
