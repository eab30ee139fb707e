// The metrics of this process for Prometheus. Loaded only where METRICS_PORT is set.
import type { Product } from './compose.ts';
import type { EdgeCache } from './lib/server/http/cache.ts';
import type { Logger } from './lib/server/platform/log.ts';
import {
  addLinkCounts,
  addOutboundCounts,
  addReadings,
  createMetrics,
  directoryReadings,
  processReadings,
  type Metrics,
} from './lib/server/http/metrics.ts';
import { backupAge, freeBytes } from './lib/server/doctor/index.ts';
import { serveMetrics, type MetricsServer } from './lib/server/http/metrics-server.ts';
import type { ChangeChannel } from './lib/server/platform/nodes/change-channel.ts';

/** Creates the metrics of this process. */
export function measureProcess({ db, outbound, services }: Product, cache: EdgeCache): Metrics {
  const metrics = createMetrics();
  addReadings(metrics.registry, processReadings({ db, cache, pictures: () => services.media.queue() }));
  addOutboundCounts(metrics.registry, outbound);
  addLinkCounts(metrics.registry, services.links);
  return metrics;
}

/** Serves the metrics; null if METRICS_PORT is not set. */
export async function serveProcess(
  { checkWriting, clock, config, db, outbox }: Product,
  changes: ChangeChannel,
  log: Logger,
  { registry }: Metrics,
): Promise<MetricsServer | null> {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === undefined) return null;
  addReadings(
    registry,
    directoryReadings({
      backupAge: async () => (config.backups ? ((await backupAge(db, clock())) ?? Infinity) : null),
      checkWriting,
      freeBytes: () => freeBytes(config.dataDir),
      mails: () => outbox.count(),
      otherNodes: () => changes.otherVersions().length,
    }),
  );
  return await serveMetrics({ host, port, log, read: () => registry.metrics() });
}
