// A node: the product behind the HTTP entry.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { compose, type Product } from './compose.ts';
import { parametersOfPage, showsContacts } from './lib/shared/page/page-facts.ts';
import { examineAtStart } from './examine.ts';
import { createAddressFacts, routesOf } from './lib/server/api/description/description.ts';
import { createApi } from './lib/server/api/index.ts';
import { refusesLogin } from './lib/server/api/routes/sessions.ts';
import { makeIcons } from './lib/server/platform/brand/icons.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import type { Database } from './lib/server/platform/db/database.ts';
import { claimDirectory } from './lib/server/platform/db/directory-lock.ts';
import { createQueue } from './lib/server/http/queue.ts';
import { createEdgeCache, type EdgeCache } from './lib/server/http/cache.ts';
import { createReadingRate } from './lib/server/http/reading-rate.ts';
import { createHttpServer } from './lib/server/http/server.ts';
import { installShutdown } from './lib/server/http/shutdown.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { watchDatabase, type ChangeChannel } from './lib/server/platform/nodes/change-channel.ts';
import { dataKey } from './lib/server/platform/reads/data-keys.ts';
import { createKeptReads, type KeptReads } from './lib/server/platform/reads/kept-reads.ts';
import type { Reads } from './lib/server/platform/reads/reads.ts';
import { version } from './lib/server/platform/version.ts';
import type { Services } from './lib/server/services.ts';
import { startSamples } from './sample-data/ensure-sample-data.ts';

/** The module that `astro build` makes of entry.ts. */
type Pages = typeof import('./entry.ts');

/** Bytes of finished answers in memory, at most. */
const keptBytes = 32 * 1024 * 1024;
/** Cards and the like in memory, of a few kilobytes each with their HTML. */
const keptReads = 10_000;
/** Pictures that are known to be public. */
const mostKnownPictures = 10_000;

/** Imports the bundle of `astro build` with all its pages. */
export async function loadPages(): Promise<Pages> {
  const pages = (await import(pathToFileURL(resolve('dist/server/entry.mjs')).href)) as Pages;
  await pages.importPages();
  return pages;
}

/**
 * Drops cached answers and kept reads that depend on changed data: after this process's own changes before their
 * writer is answered, and after those of other processes when they are heard of.
 */
function takeChanges(
  { onChange, site }: Product,
  changes: ChangeChannel,
  cache: EdgeCache,
  kept: readonly KeptReads[],
): void {
  const drop = (keys?: readonly string[]): void => {
    for (const one of kept) one.drop(keys);
    if (keys) cache.invalidate(keys);
    else cache.clear();
  };
  onChange(drop);
  changes.onChange(async (keys) => {
    drop(keys ?? undefined);
    if (keys && !site.isChangedBy(keys)) return;
    // Where it fails, it is tried again, and until then no answer made of the settings is cached.
    await site.refresh().catch(() => undefined);
    cache.invalidate([dataKey.site, dataKey.categories]);
  });
}

/** Creates the server, which does not listen yet. */
export async function createServer(product: Product, pages: Pages, changes: ChangeChannel, log: Logger) {
  const { clock, config } = product;
  const kept = createKeptReads(keptReads);
  const bindServices = (reads: Reads): Services => product.bindServices(reads, kept);
  const cache = createEdgeCache({ maxBytes: config.edgeCache ? keptBytes : 0, clock });
  const knownPictures = createKeptReads(mostKnownPictures);
  product.nodes.otherVersions = () => changes.otherVersions();
  takeChanges(product, changes, cache, [kept, knownPictures]);
  const api = createApi({ ...product, bindServices }, (fault) => log.error('A request failed', { ...fault }));
  const factsOfApi = createAddressFacts(api);
  // Prometheus' client is loaded only where it is used.
  const metrics =
    config.metricsPort === undefined
      ? null
      : (await import('./lib/server/http/metrics.ts')).createMetrics(product, cache);
  const server = await createHttpServer({
    ...{ ...product, bindServices, cache, knownPictures, log, metrics, pages },
    queue: createQueue({ isOpen: !config.edgeCache }),
    readingRate: config.rateLimit ? createReadingRate() : null,
    api: api.fetch,
    factsOf: (path) =>
      path.startsWith('/api/')
        ? factsOfApi(path)
        : { parameters: parametersOfPage(path), needsCaller: false, showsContacts: showsContacts(path) },
    refusesWrite: refusesLogin,
    routes: [...pages.routes, ...routesOf(api)],
    icons: config.logo && (await makeIcons(config.logo)),
  });
  return { server, metrics };
}

/**
 * Starts the background work of a node: mail, jobs, checks of proofs and links, and what timers begin.
 * @returns a function that ends the timers, and waits for what they have begun. `product.close()` ends the rest
 */
function startUpkeep(product: Product, log: Logger): () => Promise<void> {
  // One after the other: each is done by one node at a time, and left out while something else is.
  let last = Promise.resolve();
  const every = (ms: number, failure: string, work: () => Promise<void>) =>
    setInterval(() => {
      last = last.then(work).catch((error: unknown) => log.error(failure, { error }));
    }, ms);
  const timers = [
    every(60 * 60_000, 'Sweeping failed', () => product.sweep()),
    every(60_000, 'Mails about followed apps could not be begun', () =>
      product.services.follows.beginMails(),
    ),
  ];
  product.start();
  return async () => {
    timers.forEach((timer) => clearInterval(timer));
    await last;
  };
}

/** Opens the change channel of the configured database. @throws when PostgreSQL does not answer */
async function openChanges({ databaseUrl }: Config, db: Database, log: Logger): Promise<ChangeChannel> {
  if (databaseUrl === undefined) return watchDatabase(db, log);
  // Imported late, so that the driver of PostgreSQL is loaded only where it is used.
  const { openNodeChannel } = await import('./lib/server/platform/nodes/node-channel.ts');
  return await openNodeChannel(databaseUrl, log);
}

/** Serves until SIGTERM or SIGINT. Resolves when requests are accepted. */
export async function serve(config: Config, log: Logger, pagesBuilt?: Promise<void>): Promise<void> {
  const claim = claimDirectory(config);
  const loaded = Promise.resolve(pagesBuilt).then(loadPages);
  const [product, pages] = await Promise.all([compose(config, { log }), loaded]);
  const changes = await openChanges(config, product.db, log);
  const { server, metrics } = await createServer(product, pages, changes, log);
  const metricsServer = await metrics?.listen(log);
  let stopExamining = (): void => undefined;
  installShutdown({
    server,
    log,
    drainMs: config.drainSeconds * 1000,
    closers: [
      startUpkeep(product, log),
      () => stopExamining(),
      () => product.close(),
      () => changes.close(),
      () => metricsServer?.close(),
      () => claim.release(),
    ],
  });
  const { port } = await server.listen();
  stopExamining = examineAtStart(product, log);
  if (config.sampleData) await startSamples(product.db);
  log.info('Listening', { version, host: config.host, port, siteUrl: config.siteUrl, server: process.pid });
}
