import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Whether a proxy in front could have read this head in another way: two Host fields, or a transfer coding that is not
 * only 'chunked' (RFC 9112, sections 3.2 and 6.1). A length beside chunks is refused by the parser itself.
 */
export function isAmbiguous({ rawHeaders, headers }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  const coding = headers['transfer-encoding'];
  return hosts > 1 || (coding !== undefined && coding.toLowerCase() !== 'chunked');
}
