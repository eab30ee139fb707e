import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address (RFC 4291, section 2.2), as numbers. */
function groupsOf(address: string): number[] {
  const inHex = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a: string, b: string, c: string, d: string) =>
      `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`,
  );
  const [left = [], right = []] = inHex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/**
 * An IPv4 address as it is; of an IPv6 one the network: whoever has one address of a /64 has all 2^64 of them, and could begin anew
 * with each of them whatever is counted by address.
 */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  // An IPv4 client of a socket that listens on IPv6 as well.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The address a request came from, of IPv6 the network of 64 bits. Behind one trusted proxy (`TRUST_PROXY=on`) the last entry of X-Forwarded-For, which
 * is the one that the proxy itself wrote: everything before it is the client's own say.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded =
    trustProxy &&
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim();
  return networkOf(forwarded || (request.socket.remoteAddress ?? ''));
}
