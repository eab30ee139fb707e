// Which addresses the directory may connect to. Everything that a public server cannot have is refused: a website that
// names an address of the operator's own network must not make this server a way into it.
import ipaddr from 'ipaddr.js';

/** The only part of IPv6 that is assigned to public networks. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Whether a public server can have this address. Mapped, translated and tunnelled forms of IPv4 (::ffff:a.b.c.d,
 * 64:ff9b::/96, 2002::/16) are refused as a whole: an ordinary server has its IPv4 address for that.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}
