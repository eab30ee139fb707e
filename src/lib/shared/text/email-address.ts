// Addresses are compared in a normal form (NFKC, the domain in lower case and in the ASCII form of IDNA), because texts
// that look the same and reach one mailbox are one address.
// Threat: invisible characters could make two accounts of one address, or a mail that seems to go elsewhere.

/** Controls, format characters (zero width, text direction), ignorable and unassigned characters. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const specials = String.raw`\s@<>"(),:;\\[\]`;
const localPart = new RegExp(`^[^${specials}]+$`, 'u');
const asciiDomain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;
/** Characters that end or split a host name. */
const notInDomain = new RegExp(`[${specials}%/?#^|]`, 'u');

function asciiOf(domain: string): string | null {
  if (notInDomain.test(domain)) return null;
  try {
    // The parser of URLs is the only implementation of IDNA (UTS 46) that browsers and Node share.
    const { hostname } = new URL(`http://${domain}`);
    return asciiDomain.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** Whether an address holds an invisible character, either as typed or once it is normalised. */
export function hasInvisible(address: string): boolean {
  return unseen.test(address) || unseen.test(address.normalize('NFKC'));
}

/**
 * @returns the parts of an address in NFKC, with the domain in the ASCII form of IDNA; null for a text that is not an
 * address
 */
function partsOf(address: string): { local: string; domain: string; ascii: string } | null {
  if (hasInvisible(address)) return null;
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const ascii = asciiOf(domain);
  return localPart.test(local) && ascii !== null ? { local, domain, ascii } : null;
}

/**
 * @returns the form for comparing addresses, except that the local part keeps its case; null for a text that is not an
 * address
 */
export function normalAddress(address: string): string | null {
  const parts = partsOf(address);
  return parts && `${parts.local}@${parts.ascii}`;
}

/** @returns the form to store, show and mail to: as typed if it is ASCII; null for a text that is not an address */
export function cleanAddress(address: string): string | null {
  const parts = partsOf(address);
  if (!parts) return null;
  return `${parts.local}@${parts.domain.toLowerCase() === parts.ascii ? parts.domain : parts.ascii}`;
}
