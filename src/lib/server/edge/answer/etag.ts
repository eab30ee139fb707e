import { hash } from 'node:crypto';

/** A strong entity tag (RFC 9110, section 8.8.3), a hash of the bytes. Each coding has its own. */
export function etagOf(body: Uint8Array): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/**
 * Whether an If-None-Match field names this tag, by weak comparison (RFC 9110, section 13.1.2): a proxy may have
 * weakened our tag.
 */
export function matchesEtag(field: string, etag: string): boolean {
  if (field === etag) return true;
  return field.split(',').some((item) => {
    const candidate = item.trim();
    return (
      candidate === '*' || candidate === etag || (candidate.startsWith('W/') && candidate.slice(2) === etag)
    );
  });
}
