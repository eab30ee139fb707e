// Records which actions of the slices a test has called.
import type { Slice } from '../../src/lib/server/platform/reads/slices.ts';
import type { TestSite } from './test-site.ts';

/** Records each action of a slice that is called from now on. */
export function watchActions({ slices, services }: TestSite['product']): Set<string> {
  const called = new Set<string>();
  for (const [slice, { actions }] of Object.entries<Slice>({ ...slices })) {
    const plain = (services as unknown as Record<string, Record<string, unknown>>)[slice] ?? {};
    for (const name of Object.keys(actions)) {
      const action = plain[name];
      if (typeof action !== 'function') continue;
      plain[name] = (...rest: unknown[]): unknown => {
        called.add(`${slice}.${name}`);
        return (action as (...all: unknown[]) => unknown)(...rest);
      };
    }
  }
  return called;
}
