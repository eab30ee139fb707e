// Metrics of one process, for Prometheus: https://prometheus.io/docs/practices/naming/.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../platform/db/database.ts';
import type { Logger, RequestEntry } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import type { EdgeCache } from './cache.ts';
import type { Outcome } from './exchange.ts';
import { listen, metricsVariables, type ConnectionRefusal } from './sockets.ts';

export type Answered = Omit<RequestEntry, 'id' | 'bytes' | 'aborted'> & Pick<Outcome, 'refused'>;

/** What is read when Prometheus asks. Mails, links, backups and the disk are those of the whole directory. */
export interface Measured {
  db: Pick<Database, 'pool' | 'outages'>;
  cache: Pick<EdgeCache, 'stats'>;
  pictures(): { active: number; waiting: number };
  /** Requests of this node to other sites, by how they ended. */
  outbound: { counts(): Iterable<readonly [string, number]> };
  links: {
    /** How many looks of this node came to what. */
    counts(): Readonly<Record<string, number>>;
    count(): Promise<{ failing: number; dead: number; lateMs: number }>;
  };
  mails(): Promise<{ waiting: number; late: number; failed: number }>;
  otherNodes(): number | Promise<number>;
  /** Milliseconds since the last backup; null if another program takes them. */
  backupAge(): Promise<number | null>;
  /** Resolves when the database takes writes. */
  checkWriting(): Promise<void>;
  /** Bytes that are free on the disk of DATA_DIR. */
  freeBytes(): Promise<number>;
}

type Reading = readonly [help: string, read: () => number | Promise<number>];

const gaugesOf = ({ db, cache, pictures, links, mails, ...rest }: Measured): Record<string, Reading> => ({
  cache_entries: ['Finished answers in memory.', () => cache.stats.entries],
  cache_bytes: ['Bytes of finished answers in memory.', () => cache.stats.bytes],
  pictures_active: ['Uploaded pictures in work.', () => pictures().active],
  pictures_waiting: ['Uploaded pictures that wait for their turn.', () => pictures().waiting],
  pool_connections: ['Connections to PostgreSQL.', () => db.pool()?.size ?? 0],
  pool_idle: ['Connections to PostgreSQL that nobody uses.', () => db.pool()?.idle ?? 0],
  pool_waiting: ['Requests that wait for a connection to PostgreSQL.', () => db.pool()?.waiting ?? 0],
  pool_most: ['Connections to PostgreSQL that there may be.', () => db.pool()?.most ?? 0],
  database_outages: [
    'Calls since the start that found that the database does not answer.',
    () => db.outages(),
  ],
  backup_age_seconds: [
    'Seconds since the last backup by npm run backup, +Inf where there was none; left out with BACKUPS=off.',
    async () => {
      const age = await rest.backupAge();
      if (age === null) throw new Error('Another program takes the backups.');
      return age / 1000;
    },
  ],
  writable: [
    '1 while the database takes writes, else 0.',
    () =>
      rest.checkWriting().then(
        () => 1,
        () => 0,
      ),
  ],
  disk_free_bytes: ['Bytes that are free on the disk of DATA_DIR.', () => rest.freeBytes()],
  mails_waiting: ['Mails that are still to be sent.', async () => (await mails()).waiting],
  mails_late: ['Mails that have waited for more than five minutes.', async () => (await mails()).late],
  mails_failed: ['Mails that were given up.', async () => (await mails()).failed],
  other_nodes: ['Nodes on the same database that this one knows of.', () => rest.otherNodes()],
  links_failing: [
    'Links whose last look failed, the dead ones among them.',
    async () => (await links.count()).failing,
  ],
  links_dead: ['Links that pages call dead.', async () => (await links.count()).dead],
  links_late_seconds: [
    'How long the link that waits longest has been due.',
    async () => (await links.count()).lateMs / 1000,
  ],
});

const prefix = 'naijabuilt_';

/** Bounds in seconds: from a cached page to an upload of several pictures. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(measured: Measured) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Always 1; its label is the version of the program.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1);
  for (const [name, [help, read]] of Object.entries(gaugesOf(measured)))
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
  /** A counter by outcome that something else keeps. */
  const addOutcomes = (name: string, help: string, read: () => Iterable<readonly [string, number]>): void =>
    void new Counter({
      name: prefix + name,
      help,
      labelNames: ['outcome'] as const,
      registers,
      collect() {
        this.reset();
        for (const [outcome, count] of read()) this.inc({ outcome }, count);
      },
    });
  addOutcomes(
    'outbound_total',
    'Requests to other sites since the start, by how they ended: ok, or why they were refused or failed.',
    () => measured.outbound.counts(),
  );
  addOutcomes(
    'link_looks_total',
    'Looks at links by this node since its start, by what they found: good, moved (good, at another address), failing, ' +
      'dead, unknown (the site turns programs away), later (put off), gone (the link was changed or deleted meanwhile).',
    () => Object.entries(measured.links.counts()),
  );
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
export async function serveMetrics(
  { registry }: Pick<ReturnType<typeof createMetrics>, 'registry'>,
  { host, port, log }: { host: string; port: number; log: Logger },
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
