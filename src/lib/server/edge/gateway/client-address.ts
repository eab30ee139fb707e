import type { IncomingMessage } from 'node:http';
import { canonicalAddress, networksOf } from '../../platform/security/client.ts';
import type { FairClient } from './fair-line.ts';

/** Who sent a request, with the networks around it. */
export interface NetworkClient extends FairClient {
  /** The smallest first; the address itself where it is none that has networks. */
  networks: readonly [string, ...string[]];
}

/**
 * By what the socket or the proxy says: taking an address apart takes longer than the rest of a request for a kept
 * page.
 */
const known = new Map<string, NetworkClient>();
const mostKnown = 8_192;
/** A longer text is no address, and not worth its memory. */
const longest = 64;

function read(text: string): NetworkClient {
  const address = canonicalAddress(text.slice(0, longest));
  const [smallest = address, ...larger] = networksOf({ address });
  return { address, networks: [smallest, ...larger], network: larger.at(-1) ?? smallest };
}

/**
 * Who sent the request. Behind one trusted proxy (`TRUST_PROXY=on`) the last entry of X-Forwarded-For, which is the one
 * that the proxy itself wrote: everything before it is the client's own say.
 */
export function networkClient(request: IncomingMessage, trustProxy: boolean): NetworkClient {
  const forwarded =
    trustProxy &&
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
  const text = forwarded || (request.socket.remoteAddress ?? '');
  let client = known.get(text);
  if (!client) {
    client = read(text);
    if (known.size >= mostKnown) known.clear();
    if (text.length <= longest) known.set(text, client);
  }
  return client;
}

/** The address alone, in its canonical form. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  return networkClient(request, trustProxy).address;
}
