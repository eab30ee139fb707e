import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { canonicalAddress, networksOf } from '../../platform/security/client.ts';
import type { FairClient } from './fair-line.ts';

/** Who sent a request, with the networks around it. */
export interface NetworkClient extends FairClient {
  /** The smallest first; the address itself where it is none that has networks. */
  networks: readonly [string, ...string[]];
}

/**
 * By what the socket or the proxy says: reading an address takes as long as the rest of an answer from memory
 * (docs/decisions/015-libraries.md).
 */
const known = new Map<string, NetworkClient>();
const maxKnown = 8_192;
/** A longer text is no address, and not worth its memory. */
const maxLength = 64;

function read(text: string): NetworkClient {
  const address = canonicalAddress(text.slice(0, maxLength));
  const [smallest = address, ...larger] = networksOf({ address });
  return { address, networks: [smallest, ...larger], network: larger.at(-1) ?? smallest };
}

/** One proxy is trusted: the peer of the socket. What stands before its own entry is the client's say. */
const trustsPeer = (_address: string, hop: number): boolean => hop === 0;

/**
 * Who sent the request. Behind one trusted proxy (`TRUST_PROXY=on`) the last entry of X-Forwarded-For, which is the one
 * that the proxy itself wrote.
 */
export function networkClient(request: IncomingMessage, trustProxy: boolean): NetworkClient {
  // A socket that is closed already has no address.
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
