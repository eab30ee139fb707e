// What is refused before a name is resolved.
import { isIP } from 'node:net';
import { privateEndings } from '../../../shared/addresses/links.ts';
import { OutboundRefusal } from './refusals.ts';

/** Longest address that is looked at. */
const maxLength = 2_000;

/** @param isTest whether names that are reserved for tests count as public */
function isPrivateName(host: string, isTest: boolean): boolean {
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  if (labels.length < 2) return true;
  return privateEndings.has(ending) && !(isTest && ending === 'test');
}

/** @throws OutboundRefusal for an address that nobody may ask us to open */
export function checkUrl(text: string, isTest: boolean): URL {
  const url = text.length > maxLength ? null : URL.parse(text);
  if (url === null || url.hostname === '') throw new OutboundRefusal('not-an-address');
  const host = url.hostname.replace(/\.$/, '');
  if (url.protocol !== 'https:') throw new OutboundRefusal('not-https', host);
  if (url.username !== '' || url.password !== '') throw new OutboundRefusal('userinfo', host);
  if (url.port !== '') throw new OutboundRefusal('port', host);
  // URL has turned decimal, octal, hexadecimal and short forms of IPv4 into the usual one.
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) throw new OutboundRefusal('numeric', host);
  // Threat: '127.0.0.1..' is a name until its last dot is taken off, and then an address, which nobody checks.
  if (host.endsWith('.') || host.includes('..')) throw new OutboundRefusal('not-an-address', host);
  if (isPrivateName(host, isTest)) throw new OutboundRefusal('local-name', host);
  url.hostname = host;
  url.hash = '';
  return url;
}
