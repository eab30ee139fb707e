// Normal forms of restrictions, and the forms under which a request looks for them: each is found by equality, so that
// a check costs the same however many restrictions there are.
import ipaddr from 'ipaddr.js';
import { normalAddress } from '../../../shared/text/visible-text.ts';

/** `*@mail.example`, `*@*.mail.example` or `promo*@mail.example`. */
const emailPattern = /^([^\s@*]*)\*@(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/;

/** @returns the stored form of an email pattern; null for a text that is none */
export function readEmailPattern(text: string): string | null {
  const pattern = text.trim().toLowerCase();
  if (!pattern.includes('*')) {
    const address = normalAddress(pattern)?.toLowerCase();
    return address === undefined ? null : mailboxOf(address);
  }
  const [, local = '', , domain = ''] = emailPattern.exec(pattern) ?? [];
  if (domain === '') return null;
  // The domain in the form in which addresses are stored.
  return normalAddress(`${local}a@${domain}`) === null ? null : pattern;
}

/**
 * The mailbox behind an address: without what follows a plus, and at Gmail without dots.
 * @param key the address in its normal form
 */
export function mailboxOf(key: string): string {
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at).replace(/(?<=.)\+.*$/, ''), key.slice(at + 1)];
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** @param key the address in its normal form. @returns all patterns that match it */
export function patternsOfEmail(key: string): string[] {
  const at = key.lastIndexOf('@');
  const local = Array.from(key.slice(0, Math.max(at, 0)));
  const labels = key.slice(at + 1).split('.');
  const parents = labels.slice(0, -1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  const beginnings = local.map((_, index) => local.slice(0, index + 1).join(''));
  const domains = [labels.join('.'), ...parents.filter((parent) => parent.slice(2).includes('.'))];
  return [
    key,
    mailboxOf(key),
    ...domains.flatMap((domain) => ['', ...beginnings].map((one) => `${one}*@${domain}`)),
  ];
}

/** The widest networks that may be restricted: a mistake in the number must not shut out a country. */
const widest = { ipv4: 8, ipv6: 16 };

/** @returns an address or network in CIDR notation, its address cut to the network; null for a text that is neither */
export function readNetwork(text: string): string | null {
  const trimmed = text.trim();
  try {
    const [address, bits] = trimmed.includes('/')
      ? ipaddr.parseCIDR(trimmed)
      : [ipaddr.process(trimmed), ipaddr.process(trimmed).kind() === 'ipv4' ? 32 : 64];
    return bits < widest[address.kind()] ? null : networkOf(address, bits);
  } catch {
    // The parser throws for a text that is not an address.
    return null;
  }
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const text = `${address.toNormalizedString()}/${String(bits)}`;
  const network =
    address instanceof ipaddr.IPv6
      ? ipaddr.IPv6.networkAddressFromCIDR(text)
      : ipaddr.IPv4.networkAddressFromCIDR(text);
  return `${network.toNormalizedString()}/${String(bits)}`;
}

/** @param text the address of a client, of IPv6 its /64. @returns all networks that it is in */
export function networksAround(text: string): string[] {
  const plain = text.replace(/\/64$/, '');
  if (!ipaddr.isValid(plain)) return [];
  const address = ipaddr.process(plain);
  const kind = address.kind();
  const most = kind === 'ipv4' ? 32 : 64;
  return Array.from({ length: most - widest[kind] + 1 }, (_, index) => networkOf(address, most - index));
}
