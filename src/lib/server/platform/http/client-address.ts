import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from. Behind one trusted proxy (`TRUST_PROXY=on`) the last entry of X-Forwarded-For, which
 * is the one that the proxy itself wrote: everything before it is the client's own say.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded =
    trustProxy &&
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
  const address = forwarded || (request.socket.remoteAddress ?? '');
  // An IPv4 client of a socket that listens on IPv6 as well.
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
