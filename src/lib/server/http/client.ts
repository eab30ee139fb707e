import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { TrustProxy } from '../platform/config/config.ts';
import { canonicalAddress, networksOf } from '../platform/security/client.ts';

/** The sender of a request, with the networks around it. */
export interface NetworkClient {
  /** An address, or the /64 of an IPv6 one. */
  address: string;
  /** The largest network around it that is one party: a /24, or the /48 of an IPv6 address. */
  network: string;
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

/** Trusts one proxy, the peer of the socket. Entries before its own come from the client. */
const trustsPeer = (_address: string, hop: number): boolean => hop === 0;

/** Whether an address in the chain of a request is one of the proxies; null where none is trusted. */
export type Trusts = ((address: string, hop: number) => boolean) | null;

export function trustsOf(trustProxy: TrustProxy): Trusts {
  if (typeof trustProxy === 'boolean') return trustProxy ? trustsPeer : null;
  return proxyAddress.compile([...trustProxy]);
}

/**
 * The sender of a request. Behind one trusted proxy (`TRUST_PROXY=on`) it is the last entry of X-Forwarded-For, which
 * the proxy itself wrote. Behind several, whose networks it names, it is the last entry that is none of them.
 */
export function networkClient(request: IncomingMessage, trusts: Trusts): NetworkClient {
  // A closed socket has no address.
  const text = (trusts ? proxyAddress(request, trusts) : request.socket.remoteAddress) ?? '';
  const found = known.get(text);
  if (found) return found;
  const address = canonicalAddress(text.slice(0, maxLength));
  const [smallest = address, ...larger] = networksOf({ address });
  const client: NetworkClient = {
    address,
    networks: [smallest, ...larger],
    network: larger.at(-1) ?? smallest,
  };
  if (known.size >= maxKnown) known.clear();
  if (text.length <= maxLength) known.set(text, client);
  return client;
}
