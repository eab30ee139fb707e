import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../platform/errors.ts';

/** Of a body without files, which is read into memory. */
const textBodyBytes = 256 * 1024;

const tooLarge = (): never => {
  throw new AppError(413, 'This request is too large.');
};

const limitText = bodyLimit({ maxSize: textBodyBytes, onError: tooLarge });

/** Routes that take files read them onto the disk, and count for themselves (platform/uploads). */
function takesFiles(c: Context): boolean {
  const type = c.req.header('content-type')?.toLowerCase() ?? '';
  return (
    type.startsWith('multipart/') && (c.req.method === 'PATCH' || /^\/api\/v1\/app(?:\/|$)/.test(c.req.path))
  );
}

/** Threat: a body that fills the memory, whatever its route would have made of it. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const { raw } = c.req;
  const chunked = raw.headers.has('transfer-encoding');
  if (takesFiles(c) || !(chunked || raw.headers.has('content-length'))) {
    await next();
    return;
  }
  // hono reads a body of unknown length and makes a new Request from the old one, which the lightweight
  // Request of its Node server cannot be made into.
  if (chunked) {
    const { method, headers, body } = raw;
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
    c.req.raw = new Request(raw.url, init);
  }
  return await limitText(c, next);
};
