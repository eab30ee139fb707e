import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { canonicalAddress, networksOf } from '../../platform/security/client.ts';
import type { FairClient } from './fair-line.ts';

/** The sender of a request, with the networks around it. */
export interface NetworkClient extends FairClient {
  /** The smallest first; the address itself where it has no networks, as text that is no address. */
  networks: readonly [string, ...string[]];
}

/**
 * Parsed addresses, by the text of the socket or the proxy. Parsing one takes as long as the rest of a hit
 * (docs/decisions/015-libraries.md).
 */
const known = new Map<string, NetworkClient>();
const maxKnown = 8_192;
/** Maximum length of an address. */
const maxLength = 64;

function read(text: string): NetworkClient {
  const address = canonicalAddress(text.slice(0, maxLength));
  const [smallest = address, ...larger] = networksOf({ address });
  return { address, networks: [smallest, ...larger], network: larger.at(-1) ?? smallest };
}

/** Trusts one proxy, the peer of the socket. Entries before its own come from the client. */
const trustsPeer = (_address: string, hop: number): boolean => hop === 0;

/**
 * The sender of a request. Behind one trusted proxy (`TRUST_PROXY=on`) it is the last entry of X-Forwarded-For, which
 * the proxy itself wrote.
 */
export function networkClient(request: IncomingMessage, trustProxy: boolean): NetworkClient {
  // A closed socket has no address.
  const text: string | undefined = trustProxy
    ? proxyAddress(request, trustsPeer)
    : request.socket.remoteAddress;
  return clientOf(text ?? '');
}

function clientOf(text: string): NetworkClient {
  let client = known.get(text);
  if (!client) {
    client = read(text);
    if (known.size >= maxKnown) known.clear();
    if (text.length <= maxLength) known.set(text, client);
  }
  return client;
}

/** The address alone, in its canonical form. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  return networkClient(request, trustProxy).address;
}
