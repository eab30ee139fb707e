import type { Target } from '../gateway/request-target.ts';

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

/** Which route makes an answer. It is part of the key, so that no route is given what another one made. */
export type RouteKind = 'api' | 'page' | 'unreadable';

/** @param path in its canonical form */
export const kindOf = (path: string): RouteKind =>
  path === '/api/v1' || path.startsWith('/api/v1/') ? 'api' : 'page';

/** The key under which an answer is kept. The query is one that `knownQuery` gave. */
export const cacheKey = (kind: RouteKind, { path, query }: Target): string => kind + path + query;

/**
 * The parameters that a path reads, in their canonical form, sorted by name. The answer is rendered for them and not
 * for the query that was sent, so that nothing outside of the key can change the bytes that are kept under it.
 */
export function knownQuery({ path, query }: Target, factsOf: FactsOf): string {
  if (query === '') return '';
  const { parameters } = factsOf(path);
  if (parameters.length === 0) return '';
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
  kept.sort();
  return kept.size === 0 ? '' : `?${kept.toString()}`;
}
