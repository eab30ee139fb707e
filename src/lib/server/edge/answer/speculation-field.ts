import type { IncomingHttpHeaders } from 'node:http';

/** Names the rules by which a browser fetches pages ahead. Nobody who saves data is sent it. */
export const speculationField = 'speculation-rules';

/** @param headers names and values in turn @returns those for the client */
export function withoutSpeculation(headers: string[], asked: IncomingHttpHeaders): string[] {
  if (asked['save-data'] === undefined || asked['save-data'] === 'off') return headers;
  const at = headers.indexOf(speculationField);
  return at === -1 ? headers : headers.toSpliced(at, 2);
}
