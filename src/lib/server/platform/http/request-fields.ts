import type { IncomingMessage } from 'node:http';

/** The header fields of a request that decide which stored bytes answer it. */
export interface RequestFields {
  authorized: boolean;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/**
 * Reads them from the raw list. `request.headers` would build an object of every field first, which on the way of a
 * cache hit is a tenth of all our own work.
 */
export function readFields(request: IncomingMessage): RequestFields {
  const raw = request.rawHeaders;
  let authorized = false;
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (name.length === 15) {
      if (name.toLowerCase() === 'accept-encoding') acceptEncoding = join(acceptEncoding, raw[index + 1]);
    } else if (name.length === 13) {
      const lower = name.toLowerCase();
      if (lower === 'authorization') authorized = true;
      else if (lower === 'if-none-match') ifNoneMatch = join(ifNoneMatch, raw[index + 1]);
    }
  }
  return { authorized, acceptEncoding, ifNoneMatch };
}

/** A field sent on several lines is one list (RFC 9110, section 5.3). */
function join(before: string | undefined, value: string | undefined): string {
  return before === undefined ? (value ?? '') : `${before}, ${value ?? ''}`;
}
