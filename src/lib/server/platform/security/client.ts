// Identifies clients for limits, the audit trail and fair queueing. Threat: a client with many addresses must not have
// as many allowances. One subscriber line has a /64 or a /56 of IPv6, a small hoster a /48, and the addresses of a /24
// of IPv4 mostly belong to one provider or hoster. Known gap: a botnet of homes has an allowance for each of them.
import ipaddr from 'ipaddr.js';
import type { StaffRole } from '../../../shared/schemas/factors.ts';

/** The sender of a request. */
export interface Client {
  /**
   * An IPv4 address, or the /64 of an IPv6 one, as `canonicalAddress` writes it; 'unknown' in tests without a socket.
   */
  address: string;
  /** The user agent; left out if it is not needed. */
  userAgent?: string | undefined;
}

/** Who works at the desk. */
export interface Staff {
  userId: string;
  role: StaffRole;
  client: Client;
}

/** An address with a port, which some proxies forward: '203.0.113.7:5678', '[2001:db8::1]:5678'. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const match = withPort.exec(text);
  const [plain = ''] = (match?.[1] ?? match?.[2] ?? text).split('%');
  if (!plain.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(plain)) return null;
  // On a dual-stack socket an IPv4 client has the address ::ffff:a.b.c.d.
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : null;
}

function networkOf(address: ipaddr.IPv6, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${bits}`).toNormalizedString()}/${bits}`;
}

/**
 * The form in which a client is counted: an IPv4 address as it is, and the /64 of an IPv6 address, because a client
 * that has one of those addresses has all of them. A text that is no address is returned unchanged.
 */
export function canonicalAddress(text: string): string {
  const address = parse(text);
  if (address === null) return text;
  return address instanceof ipaddr.IPv6 ? networkOf(address, 64) : address.toString();
}

/**
 * The networks around a client, the smallest first: the /24 of an IPv4 address, the /56 and the /48 of an IPv6 one;
 * none for a text that is no address.
 */
export function networksOf({ address: text }: Client): string[] {
  const address = parse(text.replace(/\/64$/, ''));
  if (address === null) return [];
  if (address instanceof ipaddr.IPv6) return [networkOf(address, 56), networkOf(address, 48)];
  return [`${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/24`).toString()}/24`];
}

/** One line of a provider: an IPv4 address as it is, the /56 of an IPv6 one. People behind one are not told apart. */
export function householdOf(client: Client): string {
  const [first] = networksOf(client);
  return first !== undefined && client.address.includes(':') ? first : client.address;
}

/** The widest network around a client: the /24 of IPv4, the /48 of IPv6; the text itself where it is no address. */
export function widestNetworkOf(client: Client): string {
  return networksOf(client).at(-1) ?? client.address;
}

/**
 * Whether a request came from this machine, or without a socket in a test. Limits by address make no sense then: it is
 * a proxy that forwards for everybody, or the operator.
 */
export function isLocal({ address }: Client): boolean {
  return address === 'unknown' || address.startsWith('127.') || address === canonicalAddress('::1');
}
