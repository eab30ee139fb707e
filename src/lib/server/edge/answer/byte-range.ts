/** What a Range field asks for: from one byte to another (both included), from one to the end, or the last so many. */
export type RangeRequest = { start: number; end?: number } | { suffix: number };

/**
 * The one range that a Range field asks for (RFC 9110, section 14.1.2). Null when the field is absent, malformed, in
 * another unit, or asks for several: then the whole is sent, as the RFC allows.
 */
export function parseRange(field: string | undefined): RangeRequest | null {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(field ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? null : { suffix: Number(last) };
  const start = Number(first);
  if (last === '') return { start };
  const end = Number(last);
  return end < start ? null : { start, end };
}

/** The range's first and last byte in a file of `size` bytes; null when no byte of it lies inside (416). */
export function resolveRange(request: RangeRequest, size: number): { start: number; end: number } | null {
  if ('suffix' in request) {
    return request.suffix === 0 || size === 0
      ? null
      : { start: Math.max(0, size - request.suffix), end: size - 1 };
  }
  if (request.start >= size) return null;
  return { start: request.start, end: Math.min(request.end ?? size - 1, size - 1) };
}
