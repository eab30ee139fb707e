import { Counter, type Registry } from 'prom-client';
import { addReadings } from './metrics.ts';

interface Looks {
  /** How many looks of this node came to what. */
  counts(): Readonly<Record<string, number>>;
  /** Of the whole directory. */
  count(): Promise<{ failing: number; dead: number; lateMs: number }>;
}

/** Counts the looks at links, read when Prometheus asks. */
export function addLinkCounts(registry: Registry, { counts, count }: Looks): void {
  new Counter({
    name: 'naijabuilt_link_looks_total',
    help:
      'Looks at links by this node since its start, by what they found: good, moved (good, at another address), failing, dead, unknown (the site turns ' +
      'programs away), later (put off), gone (the link was changed or deleted meanwhile).',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, number] of Object.entries(counts())) this.inc({ outcome }, number);
    },
  });
  addReadings(registry, [
    {
      name: 'links_failing',
      help: 'Links whose last look failed, the dead ones among them.',
      read: async () => (await count()).failing,
    },
    { name: 'links_dead', help: 'Links that pages call dead.', read: async () => (await count()).dead },
    {
      name: 'links_late_seconds',
      help: 'How long the link that waits longest has been due.',
      read: async () => (await count()).lateMs / 1000,
    },
  ]);
}
