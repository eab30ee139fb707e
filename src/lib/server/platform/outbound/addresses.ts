// Which addresses may be asked. Everything that a public server cannot have is refused: a website that names an address
// of the operator's own network must not make this server a way into it.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { privateEndings } from '../../../shared/addresses/links.ts';
import { OutboundRefusal } from './refusals.ts';

/** Longest address that is looked at. */
const maxLength = 2_000;

/**
 * Refuses before a name is resolved.
 * @param isTest whether names that are reserved for tests count as public
 * @throws OutboundRefusal for an address that nobody may ask us to open
 */
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
  const ending = host.split('.').at(-1) ?? '';
  const isPrivate = privateEndings.has(ending) && !(isTest && ending === 'test');
  if (ending === host || isPrivate) throw new OutboundRefusal('local-name', host);
  url.hostname = host;
  url.hash = '';
  return url;
}

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

/** Answers of name servers that say that there is no such record. */
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** What `asked` resolves with; nothing where there is no such record. */
const orNone = <Record>(asked: Promise<Record[]>): Promise<Record[]> =>
  asked.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && absent.has(String(error.code))) return [];
    throw error;
  });

/**
 * Asks name servers, and not the hosts file of this machine, so that a name leads where the public ones say.
 * @param server `address:port` of a name server; those of this machine where it is left out
 * @throws OutboundRefusal
 */
export async function askNames<Answer>(
  server: string | undefined,
  name: string,
  signal: AbortSignal,
  question: (resolver: Resolver) => Promise<Answer>,
): Promise<Answer> {
  // One for each question, because `cancel` ends all questions of a resolver.
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    return await question(resolver);
  } catch (error) {
    if (error instanceof OutboundRefusal) throw error;
    throw new OutboundRefusal(signal.aborted ? 'slow' : 'names-unavailable', name, { cause: error });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** All addresses of a host. */
export const addressesOf = (host: string) => async (resolver: Resolver) => {
  const answers = await Promise.allSettled([
    orNone(resolver.resolve4(host)),
    orNone(resolver.resolve6(host)),
  ]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const failed = answers.find((answer) => answer.status === 'rejected');
  throw failed ? failed.reason : new OutboundRefusal('unknown-name', host);
};

/** The TXT records of a name, each as one text; none where the name has none. */
export const textsOf = (name: string) => async (resolver: Resolver) =>
  (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''));
