/** A parsed Range field: from byte `start` to `end` (both included) or to the end, or the last `suffix` bytes. */
export type RangeRequest = { start: number; end?: number } | { suffix: number };

/**
 * Parses a Range field with one range (RFC 9110, section 14.1.2).
 * @returns null when the field is absent, malformed, in another unit, or has several ranges; the RFC allows to send the
 * whole file then
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
