// The filter of the queue is in the address, so that it can be kept, shared, and returned to.
import { queueFilterSchema, type QueueFilter } from '../../../lib/shared/schemas/cases.ts';

export type Filter = Partial<QueueFilter>;

const names = ['state', 'kind', 'reason', 'due', 'older_than_days', 'mine'] as const;
export type FilterName = (typeof names)[number];

/** Ignores what is no filter, such as a value of an earlier version. */
export function filterOf(search: string): Filter {
  const query = new URLSearchParams(search);
  const filter: Filter = {};
  for (const name of names) {
    const value = query.get(name);
    if (value === null) continue;
    const parsed = queueFilterSchema.safeParse({ [name]: value });
    if (parsed.success) Object.assign(filter, { [name]: parsed.data[name] });
  }
  return filter;
}

/** @returns '?kind=report', or '' for no filter */
export function searchOf(filter: Filter): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = filter[name];
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** @param value '' removes the filter */
export function withFilter(filter: Filter, name: FilterName, value: string): Filter {
  const search = new URLSearchParams(searchOf(filter));
  if (value === '') search.delete(name);
  else search.set(name, value);
  return filterOf(search.toString());
}
