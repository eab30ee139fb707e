import { maxTargetLength } from '../gateway/request-target.ts';

/** A parameter of a query that an address reads. */
export interface KnownParameter {
  name: string;
  /**
   * Maps all values that give the same answer to one; '' where the answer is the same as without the parameter. Only
   * the first value is read then. Left out, all values are kept as they are.
   */
  canonical?: (value: string) => string;
}

/** Facts of an address that are known before it is rendered. */
export interface AddressFacts {
  parameters: readonly KnownParameter[];
  /** Whether the answer depends on who asks. */
  needsCaller: boolean;
  /** Whether the answer shows people's contact details, so that reading many is limited. */
  showsContacts: boolean;
}

/** @param path in its canonical form, without a query */
export type FactsOf = (path: string) => AddressFacts;

/**
 * Percent-encoded letters, digits, '-', '_' and '~', which are equivalent to the plain ones (RFC 3986, section
 * 6.2.2.2).
 */
const needlessEscape = /%(?:2D|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The canonical form of all paths of one page. Astro treats several slashes as one; without this they would bypass what
 * is known of an address by its path, such as the rate of reading people, and fill the cache with copies.
 */
export function canonicalPath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path;
  return single.includes('%')
    ? single.replace(needlessEscape, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)))
    : single;
}

/**
 * The key under which the answer to a target is kept: the path and the parameters that it reads, in their canonical
 * form, sorted by name. The answer is rendered for the key and not for the target, so that nothing outside of the key
 * can change the bytes that are kept under it.
 */
export function cacheKey(target: string, factsOf: FactsOf): string {
  const mark = target.indexOf('?');
  const path = canonicalPath(mark === -1 ? target : target.slice(0, mark));
  if (mark === -1) return path;
  const query = target.slice(mark + 1);
  // The router refuses the target, so nothing is kept under it.
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
