// Runs anywhere. Two texts that look the same and that mail takes to one mailbox are one address. So addresses are compared in a
// normal form: NFKC, the domain in lower case and as IDNA writes it in ASCII.
// Threat: characters that nobody sees make two accounts of one address, or a mail that seems to go elsewhere.

/** Controls, format characters (zero width, direction of text), what a font may leave out, and what has no meaning yet. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const specials = String.raw`\s@<>"(),:;\\[\]`;
const localPart = new RegExp(`^[^${specials}]+$`, 'u');
const asciiDomain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;
/** Would be read as more than a host name. */
const notInDomain = new RegExp(`[${specials}%/?#^|]`, 'u');

function asciiOf(domain: string): string | null {
  if (notInDomain.test(domain)) return null;
  try {
    // The one IDNA (UTS 46) that browsers and Node both have.
    const { hostname } = new URL(`http://${domain}`);
    return asciiDomain.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** Whether an address holds something that cannot be seen, in itself or once it is normalised. */
export function holdsUnseen(address: string): boolean {
  return unseen.test(address) || unseen.test(address.normalize('NFKC'));
}

/** The parts of an address in NFKC, and the domain as IDNA writes it; null for what is no address. */
function partsOf(address: string): { local: string; domain: string; ascii: string } | null {
  if (holdsUnseen(address)) return null;
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const ascii = asciiOf(domain);
  return localPart.test(local) && ascii !== null ? { local, domain, ascii } : null;
}

/** @returns the form in which addresses are compared, but for the case of the local part; null for what is no address */
export function normalAddress(address: string): string | null {
  const parts = partsOf(address);
  return parts && `${parts.local}@${parts.ascii}`;
}

/** @returns the form in which an address is kept, shown and mailed to: as typed where it is ASCII; null for what is no address */
export function cleanAddress(address: string): string | null {
  const parts = partsOf(address);
  if (!parts) return null;
  return `${parts.local}@${parts.domain.toLowerCase() === parts.ascii ? parts.domain : parts.ascii}`;
}
