// Metrics of one process, for Prometheus: https://prometheus.io/docs/practices/naming/.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Product } from '../../../compose.ts';
import { backupAge, freeBytes } from '../doctor/index.ts';
import type { Logger, RequestEntry } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import type { EdgeCache } from './cache.ts';
import type { Outcome } from './exchange.ts';
import { listen, metricsVariables, type ConnectionRefusal } from './sockets.ts';

type Answered = Omit<RequestEntry, 'id' | 'bytes' | 'aborted'> & Pick<Outcome, 'refused'>;

/** What is read when Prometheus asks. Mails, links, backups and the disk are those of the whole directory. */
type Measured = Pick<
  Product,
  'checkWriting' | 'clock' | 'config' | 'db' | 'nodes' | 'outbound' | 'outbox' | 'services'
>;

type Reading = readonly [help: string, read: () => number | Promise<number>];

const gaugesOf = (
  { checkWriting, clock, config, db, nodes, outbox, services }: Measured,
  cache: EdgeCache,
): Record<string, Reading> => ({
  cache_bytes: ['Bytes of finished answers in memory.', () => cache.bytes()],
  pictures_waiting: ['Uploaded pictures that wait for their turn.', () => services.media.waiting()],
  pool_connections: ['Connections to PostgreSQL.', () => db.pool()?.size ?? 0],
  pool_waiting: ['Requests that wait for a connection to PostgreSQL.', () => db.pool()?.waiting ?? 0],
  database_outages: [
    'Calls since the start that found that the database does not answer.',
    () => db.outages(),
  ],
  backup_age_seconds: [
    'Seconds since the last backup by npm run backup, +Inf where there was none; left out with BACKUPS=off.',
    async () => {
      if (!config.backups) throw new Error('Another program takes the backups.');
      return ((await backupAge(db, clock())) ?? Infinity) / 1000;
    },
  ],
  writable: [
    '1 while the database takes writes, else 0.',
    () =>
      checkWriting().then(
        () => 1,
        () => 0,
      ),
  ],
  disk_free_bytes: ['Bytes that are free on the disk of DATA_DIR.', () => freeBytes(config.dataDir)],
  mails_waiting: ['Mails that are still to be sent.', async () => (await outbox.count()).waiting],
  mails_late: ['Mails that have waited for more than five minutes.', async () => (await outbox.count()).late],
  mails_failed: ['Mails that were given up.', async () => (await outbox.count()).failed],
  other_nodes: [
    'Nodes on the same database that this one knows of.',
    async () => (await nodes.otherVersions()).length,
  ],
  links_late_seconds: [
    'How long the link that waits longest has been due.',
    async () => (await services.links.lateMs()) / 1000,
  ],
});

const prefix = 'naijabuilt_';

/** Bounds in seconds: from a cached page to an upload of several pictures. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(measured: Measured, cache: EdgeCache) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Always 1; its label is the version of the program.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1);
  for (const [name, [help, read]] of Object.entries(gaugesOf(measured, cache)))
    new Gauge({
      name: prefix + name,
      help,
      registers,
      async collect() {
        // The other metrics are reported even if the database does not answer, because they show why.
        const value = await Promise.try(read).catch(() => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  void new Counter({
    name: `${prefix}outbound_total`,
    help: 'Requests to other sites since the start, by how they ended: ok, or why they were refused or failed.',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of measured.outbound.counts()) this.inc({ outcome }, count);
    },
  });
  const requests = new Histogram({
    name: `${prefix}request_seconds`,
    help: 'Requests answered, by how long they took, from the head of the request to the end of the answer.',
    labelNames: ['kind', 'cache', 'status'] as const,
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: `${prefix}refused_total`,
    help:
      'Requests refused before anything was made for them: network (it keeps too many waiting), crowd (too many clients), ' +
      'hashing (too many passwords), reading (people in bulk), token (one that is not ours).',
    labelNames: ['kind'] as const,
    registers,
  });
  const connections = new Counter({
    name: `${prefix}connections_refused_total`,
    help: 'Connections refused because there were too many: of all clients, or of one network.',
    labelNames: ['kind'] as const,
    registers,
  });
  const byRoute = new Counter({
    name: `${prefix}requests_total`,
    help: 'Requests answered, by route: sign-ups are POST /api/v1/user/ with 201, logins POST /api/v1/token/ with 200.',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  });
  type Child = ReturnType<typeof requests.labels>;
  /** Histograms by labels, because prom-client's own lookup costs as much as the rest of a hit. */
  const children = new Map<string, Child>();
  const counters = new Map<string, ReturnType<typeof byRoute.labels>>();
  return {
    registry,
    listen: (log: Logger) => serve(registry, measured.config, log),
    /** Counts a refused connection. */
    refuseConnection: (kind: ConnectionRefusal) => connections.inc({ kind }),
    /** Counts an answered request. */
    observe({ method, path, route, status, cache, ms, refused }: Answered): void {
      if (refused) refusals.inc({ kind: refused });
      const kind = kindOf(path, route);
      const family = `${Math.floor(status / 100)}xx`;
      const known = `${kind} ${cache} ${family}`;
      let child = children.get(known);
      if (!child) children.set(known, (child = requests.labels(kind, cache, family)));
      child.observe(ms / 1000);
      const verb = methods.has(method) ? method : 'other';
      const counted = `${verb} ${route} ${String(status)}`;
      let counter = counters.get(counted);
      if (!counter) counters.set(counted, (counter = byRoute.labels(route, verb, String(status))));
      counter.inc();
    },
  };
}

/** A client may invent any other method, and each would be a separate series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);

function kindOf(path: string, route: string): string {
  if (path.startsWith('/api/')) return 'api';
  if (path.startsWith('/media/')) return 'media';
  if (path.startsWith('/_astro/')) return 'static';
  return route === '/healthz' || route === '/readyz' ? 'health' : 'page';
}

/**
 * Serves GET /metrics on a port of its own, so that it is not public.
 * @throws ConfigError if the address cannot be used
 */
async function serve(
  registry: Registry,
  { metricsHost: host, metricsPort: port = 0 }: Measured['config'],
  log: Logger,
) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only /metrics.\n');
      return;
    }
    registry.metrics().then(
      (text) =>
        response
          .writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' })
          .end(text),
      (error: unknown) => {
        log.error('The metrics could not be read', { error });
        response.writeHead(503).end();
      },
    );
  });
  await listen(server, { host, port, variables: metricsVariables });
  server.on('error', (error) => log.error('A connection for the metrics could not be accepted', { error }));
  return {
    async close(): Promise<void> {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
