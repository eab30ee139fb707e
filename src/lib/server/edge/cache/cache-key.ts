import { maxTargetLength } from '../gateway/request-target.ts';

/** A parameter of a query that an address reads. */
export interface KnownParameter {
  name: string;
  /**
   * The one form of all values that give the same answer; '' where the answer is the same as without it. Only the first
   * value is read then. Left out, all values stay as they are.
   */
  canonical?: (value: string) => string;
}

/** What the HTTP entry knows of an address before anything is rendered. */
export interface AddressFacts {
  parameters: readonly KnownParameter[];
  /** Whether the answer depends on who asks. */
  needsCaller: boolean;
  /** Whether it shows people's contact details, so that reading many is limited. */
  showsContacts: boolean;
}

/** @param path in its canonical form, without a query */
export type FactsOf = (path: string) => AddressFacts;

/**
 * Percent-encoded letters, digits and '-', '_', '~', which mean the same as the plain ones (RFC 3986, section 6.2.2.2).
 */
const needlessEscape = /%(?:2D|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The one form of all paths that lead to one page. Astro takes several slashes for one; left as they are they would go
 * round what is known of an address by its path, such as the rate of reading people, and fill the cache with copies.
 */
export function canonicalPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return single.includes('%')
    ? single.replace(needlessEscape, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)))
    : single;
}

/**
 * The key under which the answer to a target is kept: the path and those parameters that it reads, in their canonical
 * form, sorted by name. The answer is rendered for its key, not for the target as it came, so what is not in the key
 * cannot change the bytes that are kept under it.
 */
export function cacheKey(target: string, factsOf: FactsOf): string {
  const mark = target.indexOf('?');
  const path = canonicalPath(mark === -1 ? target : target.slice(0, mark));
  if (mark === -1) return path;
  const query = target.slice(mark + 1);
  // The router refuses it, so nothing is kept under it.
  if (target.length > maxTargetLength || !isReadable(query)) return target;
  const { parameters } = factsOf(path);
  if (parameters.length === 0) return path;
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const { name, canonical } of parameters) {
    if (canonical) {
      const value = canonical(given.get(name) ?? '');
      if (value !== '') kept.set(name, value);
    } else {
      for (const value of given.getAll(name)) kept.append(name, value);
    }
  }
  if (kept.size === 0) return path;
  kept.sort();
  return `${path}?${kept.toString()}`;
}

function isReadable(query: string): boolean {
  if (query.includes('#')) return false;
  if (!query.includes('%')) return true;
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
}
