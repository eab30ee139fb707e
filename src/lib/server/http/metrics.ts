// Metrics of one process, for Prometheus: https://prometheus.io/docs/practices/naming/.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../platform/db/database.ts';
import { version } from '../platform/version.ts';
import type { ConnectionRefusal } from './sockets.ts';
import type { EdgeCache } from './cache.ts';
import type { Refusal } from './exchange.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';

export interface Answered {
  method: string;
  /** The canonical path; as it was sent where that is refused. */
  path: string;
  /** See createRouteNames. */
  route: string;
  status: number;
  cache: 'hit' | 'miss' | 'none';
  ms: number;
  refused?: Refusal;
}

export interface Metrics {
  registry: Registry;
  /** Counts an answered request. */
  observe(answer: Answered): void;
  /** Counts a refused connection. */
  refuseConnection(kind: ConnectionRefusal): void;
}

/** A gauge that is read when Prometheus asks. It is left out while `read` fails. */
interface Reading {
  name: string;
  help: string;
  read(): number | Promise<number>;
}

const prefix = 'naijabuilt_';

/** Bounds in seconds: from a cached page to an upload of several pictures. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function addReadings(registry: Registry, readings: readonly Reading[]): void {
  for (const { name, help, read } of readings) {
    new Gauge({
      name: prefix + name,
      help,
      registers: [registry],
      async collect() {
        // The other metrics are reported even if the database does not answer, because they show why.
        const value = await Promise.resolve(read()).catch(() => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Always 1; its label is the version of the program.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version }, 1);
  const requests = new Histogram({
    name: `${prefix}request_seconds`,
    help: 'Requests answered, by how long they took, from the head of the request to the end of the answer.',
    labelNames: ['kind', 'cache', 'status'] as const,
    buckets,
    registers: [registry],
  });
  const refusals = new Counter({
    name: `${prefix}refused_total`,
    help:
      'Requests refused before anything was made for them: network (it keeps too many waiting), crowd (too many clients), ' +
      'hashing (too many passwords), reading (people in bulk), token (one that is not ours).',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const connections = new Counter({
    name: `${prefix}connections_refused_total`,
    help: 'Connections refused because there were too many: of all clients, or of one network.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const byRoute = new Counter({
    name: `${prefix}requests_total`,
    help: 'Requests answered, by route: sign-ups are POST /api/v1/user/ with 201, logins POST /api/v1/token/ with 200.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [registry],
  });
  type Child = ReturnType<typeof requests.labels>;
  /** Histograms by labels, because prom-client's own lookup costs as much as the rest of a hit. */
  const children = new Map<string, Child>();
  const counters = new Map<string, ReturnType<typeof byRoute.labels>>();
  return {
    registry,
    refuseConnection: (kind) => connections.inc({ kind }),
    observe({ method, path, route, status, cache, ms, refused }) {
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

interface ProcessParts {
  db: Pick<Database, 'pool' | 'outages'>;
  cache: EdgeCache;
  pictures(): { active: number; waiting: number };
}

/** Gauges of this process. */
export function processReadings({ db, cache, pictures }: ProcessParts): Reading[] {
  const pool = (pick: 'size' | 'idle' | 'waiting' | 'most') => () => db.pool()?.[pick] ?? 0;
  return [
    { name: 'cache_entries', help: 'Finished answers in memory.', read: () => cache.stats.entries },
    { name: 'cache_bytes', help: 'Bytes of finished answers in memory.', read: () => cache.stats.bytes },
    { name: 'pictures_active', help: 'Uploaded pictures in work.', read: () => pictures().active },
    {
      name: 'pictures_waiting',
      help: 'Uploaded pictures that wait for their turn.',
      read: () => pictures().waiting,
    },
    { name: 'pool_connections', help: 'Connections to PostgreSQL.', read: pool('size') },
    { name: 'pool_idle', help: 'Connections to PostgreSQL that nobody uses.', read: pool('idle') },
    {
      name: 'pool_waiting',
      help: 'Requests that wait for a connection to PostgreSQL.',
      read: pool('waiting'),
    },
    { name: 'pool_most', help: 'Connections to PostgreSQL that there may be.', read: pool('most') },
    {
      name: 'database_outages',
      help: 'Calls since the start that found that the database does not answer.',
      read: () => db.outages(),
    },
  ];
}

interface DirectoryParts {
  /** Milliseconds since the last backup; null if another program takes them. */
  backupAge(): Promise<number | null>;
  /** Resolves when the database takes writes. */
  checkWriting(): Promise<void>;
  /** Bytes that are free on the disk of DATA_DIR. */
  freeBytes(): Promise<number>;
  /** As `Outbox.count`. */
  mails(): Promise<{ waiting: number; late: number; failed: number }>;
  otherNodes(): number;
}

/** Gauges of the whole directory: mails are the same for all nodes. */
export function directoryReadings({
  mails,
  otherNodes,
  backupAge,
  checkWriting,
  freeBytes,
}: DirectoryParts): Reading[] {
  return [
    {
      name: 'backup_age_seconds',
      help: 'Seconds since the last backup by npm run backup, +Inf where there was none; left out with BACKUPS=off.',
      async read() {
        const age = await backupAge();
        if (age === null) throw new Error('Another program takes the backups.');
        return age / 1000;
      },
    },
    {
      name: 'writable',
      help: '1 while the database takes writes, else 0.',
      read: () =>
        checkWriting().then(
          () => 1,
          () => 0,
        ),
    },
    { name: 'disk_free_bytes', help: 'Bytes that are free on the disk of DATA_DIR.', read: freeBytes },
    {
      name: 'mails_waiting',
      help: 'Mails that are still to be sent.',
      read: async () => (await mails()).waiting,
    },
    {
      name: 'mails_late',
      help: 'Mails that have waited for more than five minutes.',
      read: async () => (await mails()).late,
    },
    { name: 'mails_failed', help: 'Mails that were given up.', read: async () => (await mails()).failed },
    { name: 'other_nodes', help: 'Nodes on the same database that this one knows of.', read: otherNodes },
  ];
}

interface Looks {
  /** How many looks of this node came to what. */
  counts(): Readonly<Record<string, number>>;
  /** Of the whole directory. */
  count(): Promise<{ failing: number; dead: number; lateMs: number }>;
}

/** A counter by outcome that something else keeps, read when Prometheus asks. */
function addOutcomes(
  registry: Registry,
  { name, help, read }: { name: string; help: string; read(): Iterable<readonly [string, number]> },
): void {
  new Counter({
    name: prefix + name,
    help,
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of read()) this.inc({ outcome }, count);
    },
  });
}

/** Counts the looks at links. */
export function addLinkCounts(registry: Registry, { counts, count }: Looks): void {
  addOutcomes(registry, {
    name: 'link_looks_total',
    help:
      'Looks at links by this node since its start, by what they found: good, moved (good, at another address), failing, dead, unknown (the site turns ' +
      'programs away), later (put off), gone (the link was changed or deleted meanwhile).',
    read: () => Object.entries(counts()),
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

/** Counts the requests to other sites. */
export function addOutboundCounts(registry: Registry, { counts }: Pick<Outbound, 'counts'>): void {
  addOutcomes(registry, {
    name: 'outbound_total',
    help: 'Requests to other sites since the start, by how they ended: ok, or why they were refused or failed.',
    read: counts,
  });
}
