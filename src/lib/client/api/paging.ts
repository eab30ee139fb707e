import { z } from '../../shared/zod.ts';

/** One page of a list. `next` is the address of the page after it. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ results: z.array(item), next: z.string().nullable(), count: z.int() });
}

/**
 * @param filter left out where empty
 * @param next the `next` of the page before; null for the first page
 */
export function pagePath(
  path: string,
  filter: Partial<Record<string, string | number>>,
  next: string | null,
): string {
  if (next !== null) return path + new URL(next).search;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
