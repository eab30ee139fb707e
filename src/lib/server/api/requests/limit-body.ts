import type { ReadableStream } from 'node:stream/web';
import type { Context, MiddlewareHandler } from 'hono';
import { limits } from '../../../shared/schemas/limits.ts';
import { AppError } from '../../platform/errors.ts';
import type { BodyBudgets } from '../../platform/uploads/body-budgets.ts';
import { readTextBody, textBodyBytes, textTooLarge } from '../../platform/uploads/read-text-body.ts';
import { clientOf } from './caller.ts';

/** Whether the route's handler reads the body, after it has checked that the caller may send it (`withUpload`). */
export function readsItself(c: Context): boolean {
  const { method, path } = c.req;
  if (method === 'PATCH') return !/^\/api\/v1\/(?:desk|user\/factors)\//.test(path);
  return method === 'POST' && /^\/api\/v1\/app(?=\/|$)(?!.*\/(?:proof|taps|import)\/?$)/.test(path);
}

/** Checks the Content-Length before a byte of the body is read. @throws AppError 413 */
function refuseAnnounced(c: Context, takesFiles: boolean): void {
  const announced = Number(c.req.header('content-length') ?? 0);
  if (announced > limits.requestBytes && takesFiles)
    throw new AppError(413, 'This request is larger than 25 MB. Use smaller images.');
  if (announced > textBodyBytes && !takesFiles) throw textTooLarge();
}

/**
 * Reads bodies without files before a route validates them.
 * Threats: bodies that fill the memory, bodies that never end.
 */
export function createBodyReader({ memory }: BodyBudgets): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const isReadLater = readsItself(c);
    if (raw.body !== null) {
      const isMultipart = c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false;
      refuseAnnounced(c, isMultipart && isReadLater);
    }
    if (raw.body === null || isReadLater) {
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
