// Node puts the head of an answer together from its fields, one by one and checked, each time that it is sent. With a
// Content-Security-Policy among them that is a quarter of what an answer from memory takes. So what Node wrote is sent
// again as it is, for the rest of the second that stands in its Date: docs/decisions/006-many-processes.md.
import type { ServerResponse } from 'node:http';

/** A head as it went out, with the second since 1970 in which it did. */
export interface WrittenHead {
  text: string;
  second: number;
}

/**
 * Where Node keeps the head until it goes out. Not documented, though libraries have read it for years; in a version
 * without it `writeHead` does all of the work. repeated-head.test.ts holds the bytes sent this way against those of
 * `writeHead`.
 */
type Inner = ServerResponse & { _header?: string | null };

/**
 * Writes the head of a 200 answer: as `written` has it, where that is of this second, or by `writeHead`.
 * @returns what to give as `written` the next time, with the same fields
 */
export function writeHeadAgain(
  response: Inner,
  headers: string[],
  written: WrittenHead | undefined,
): WrittenHead | undefined {
  // The fields about the connection differ where it closes after this answer.
  if (!response.shouldKeepAlive) {
    response.writeHead(200, headers);
    return written;
  }
  const second = Math.floor(Date.now() / 1_000);
  if (written?.second === second) {
    response._header = written.text;
    return written;
  }
  response.writeHead(200, headers);
  return typeof response._header === 'string' ? { text: response._header, second } : undefined;
}
