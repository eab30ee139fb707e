import type { IncomingMessage } from 'node:http';
import { canonicalAddress } from '../client.ts';

/**
 * The address a request came from, in its canonical form. Behind one trusted proxy (`TRUST_PROXY=on`) the last entry of
 * X-Forwarded-For, which is the one that the proxy itself wrote: everything before it is the client's own say.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded =
    trustProxy &&
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
  return canonicalAddress(forwarded || (request.socket.remoteAddress ?? ''));
}
