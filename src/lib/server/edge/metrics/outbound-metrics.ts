import { Counter, type Registry } from 'prom-client';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** Counts the requests to other sites, read when Prometheus asks. */
export function addOutboundCounts(registry: Registry, { counts }: Pick<Outbound, 'counts'>): void {
  new Counter({
    name: 'naijabuilt_outbound_total',
    help: 'Requests to other sites since the start, by how they ended: ok, or why they were refused or failed.',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of counts()) this.inc({ outcome }, count);
    },
  });
}
