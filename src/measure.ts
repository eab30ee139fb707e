// Where the numbers for Prometheus come together. Loaded only where METRICS_PORT is set.
import { Registry } from 'prom-client';
import type { Product } from './compose.ts';
import type { EdgeCache } from './lib/server/edge/cache/edge-cache.ts';
import type { FinishedResponse } from './lib/server/edge/answer/finished-response.ts';
import type { Logger } from './lib/server/platform/log.ts';
import {
  addReadings,
  addUp,
  createMetrics,
  nodeReadings,
  processReadings,
  type Metrics,
} from './lib/server/edge/metrics/metrics.ts';
import { serveMetrics, type MetricsServer } from './lib/server/edge/metrics/metrics-server.ts';
import type { NodeChannel } from './lib/server/platform/nodes/node-channel.ts';

/** Of this process, which serves. */
export function measureProcess({ db, services }: Product, cache: EdgeCache<FinishedResponse>): Metrics {
  const metrics = createMetrics();
  addReadings(metrics.registry, processReadings({ db, cache, pictures: () => services.media.queue() }));
  return metrics;
}

/**
 * Serves the numbers of a whole machine.
 * @param own what this process measures where it serves pages; else what its workers measure
 */
export async function serveNumbers(
  { config, outbox }: Product,
  uplink: NodeChannel,
  log: Logger,
  own: Metrics | (() => Promise<unknown[]>),
): Promise<MetricsServer | null> {
  if (config.metricsPort === undefined) return null;
  const node = new Registry();
  addReadings(node, nodeReadings({ mails: () => outbox.count(), otherNodes: () => uplink.others() }));
  const processes = typeof own === 'function' ? async () => addUp(await own()) : () => own.registry.metrics();
  const { metricsHost: host, metricsPort: port } = config;
  return await serveMetrics({ host, port, log, read: [processes, () => node.metrics()] });
}
