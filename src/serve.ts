// The server: the product behind the HTTP entry, and what it does besides answering: mail, jobs, sweeping.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { compose, type ComposeOptions, type Product } from './compose.ts';
import { parametersOfPage, showsContacts } from './lib/shared/page/page-facts.ts';
import { createAddressFacts, createApi, refusesLogin } from './lib/server/api/index.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import { claimDirectory } from './lib/server/platform/db/directory-lock.ts';
import { createAdmission } from './lib/server/edge/gateway/admission.ts';
import { astroInlineScripts } from './lib/server/edge/security/astro-inline-scripts.ts';
import {
  createAstroRenderer,
  type RenderAstro,
  type ReportPageFault,
} from './lib/server/edge/render/astro-renderer.ts';
import type { FactsOf } from './lib/server/edge/cache/cache-key.ts';
import { createEdgeCache } from './lib/server/edge/cache/edge-cache.ts';
import type { FinishedResponse } from './lib/server/edge/answer/finished-response.ts';
import { createPictureGate } from './lib/server/edge/answer/picture-gate.ts';
import { createReadingRate } from './lib/server/edge/gateway/reading-rate.ts';
import { createHttpServer, type HttpServer } from './lib/server/edge/gateway/server.ts';
import { installShutdown } from './lib/server/edge/gateway/shutdown.ts';
import type { Metrics } from './lib/server/edge/metrics/metrics.ts';
import type { Logger } from './lib/server/platform/log.ts';
import type { ChangeChannel } from './lib/server/platform/nodes/change-channel.ts';
import { openChanges } from './lib/server/platform/nodes/open-changes.ts';
import { dataKey } from './lib/server/platform/reads/data-keys.ts';
import { readerOf } from './lib/server/platform/reads/reader.ts';
import type { Reads } from './lib/server/platform/reads/reads.ts';
import { createBinder } from './lib/server/platform/reads/slices.ts';
import type { Services } from './lib/server/services.ts';

/** Memory for finished answers. */
const cacheBytes = 32 * 1024 * 1024;

const sweepEveryMs = 60 * 60_000;

/** What `astro build` left, every page imported. The pages in it get the services handed over and make none. */
export async function loadPages(): Promise<RenderAstro<Services>> {
  const { importPages, renderPage } = await importEntry();
  await importPages();
  return renderPage;
}

/** The module that `astro build` makes of render-page.ts. */
async function importEntry(): Promise<typeof import('./render-page.ts')> {
  const entry = pathToFileURL(resolve('dist/server/entry.mjs')).href;
  return (await import(entry)) as typeof import('./render-page.ts');
}

interface Served {
  server: HttpServer;
  /** What this process measures; null where nobody reads it. */
  metrics: Metrics | null;
}

/** Everything between a request and the services: not yet listening. */
export async function createServer(
  product: Product,
  renderPage: RenderAstro<Services>,
  changes: ChangeChannel,
  log: Logger,
): Promise<Served> {
  const { clock, config, db, services, slices, storage, onChange } = product;
  const bind = createBinder(slices);
  const bindServices = (reads: Reads): Services => bind(readerOf(db, reads));
  const cache = createEdgeCache<FinishedResponse>({ maxBytes: config.edgeCache ? cacheBytes : 0, clock });
  const pictureGate = createPictureGate((id) => services.moderation.isPicturePublic(id));
  const drop = (keys: readonly string[]): void => {
    cache.invalidate(keys);
    if (keys.includes(dataKey.pictures)) pictureGate.forget();
  };
  onChange((keys) => {
    drop(keys);
    return changes.publish(keys);
  });
  changes.onChange((keys) => {
    if (keys) drop(keys);
    else {
      cache.clear();
      pictureGate.forget();
    }
  });
  const api = createApi({
    services,
    bindServices,
    siteUrl: config.siteUrl,
    contactEmail: config.contactEmail,
    isForeignKeyViolation: (error) => db.engine.isForeignKeyViolation(error),
    reportFault: (fault) => log.error('A request failed', { ...fault }),
  });
  const factsOfApi = createAddressFacts(api);
  const factsOf: FactsOf = (path) =>
    path.startsWith('/api/')
      ? factsOfApi(path)
      : { parameters: parametersOfPage(path), needsCaller: false, showsContacts: showsContacts(path) };
  const reportPageFault: ReportPageFault = (fault) => log.error('A page met a fault', { ...fault });
  const metrics =
    config.metricsPort === undefined ? null : (await import('./measure.ts')).measureProcess(product, cache);
  const server = await createHttpServer({
    ...config,
    log,
    clock,
    cache,
    storage,
    pictureGate,
    // A benchmark that renders every page wants to know how many there are, not how many are let in.
    admission: createAdmission(config.edgeCache ? {} : { maxQueue: Infinity, saturatedWaitMs: Infinity }),
    countView: (view) => services.views.count(view),
    pages: createAstroRenderer(renderPage, {
      bindServices,
      settings: config,
      reportFault: reportPageFault,
      clock,
    }),
    factsOf,
    readingRate: config.rateLimit ? createReadingRate() : null,
    isAccessToken: (token) => services.accounts.isAccessToken(token),
    api: api.fetch,
    refusesWrite: (path) => refusesLogin(path, services),
    checks: { database: () => db.check(), storage: () => storage.check() },
    outages: () => db.outages(),
    clientFolder: 'dist/client',
    inlineScripts: [...(await importEntry()).inlineScripts, ...astroInlineScripts],
    ...(metrics && { observe: metrics.observe, refuseConnection: metrics.refuseConnection }),
  });
  return { server, metrics };
}

/** Starts to send mail, to work on jobs, and to sweep what has run out. @returns what stops the sweeping */
function startUpkeep(product: Product, log: Logger): () => void {
  const sweep = setInterval(() => {
    product.sweep().catch((error: unknown) => log.error('Sweeping failed', { error }));
  }, sweepEveryMs);
  product.outbox.start();
  product.jobs.start();
  return () => clearInterval(sweep);
}

/** What tests change of the product that they start. */
export type ServeOptions = Pick<ComposeOptions, 'hashCost'>;

/** Serves until the process is told to stop. Resolves when requests are accepted. */
export async function serve(config: Config, log: Logger, options: ServeOptions = {}): Promise<void> {
  const claim = claimDirectory(config);
  const [product, renderPage] = await Promise.all([compose(config, { ...options, log }), loadPages()]);
  const changes = await openChanges(config, product.db, log);
  const { server, metrics } = await createServer(product, renderPage, changes, log);
  const metricsServer =
    metrics && (await (await import('./measure.ts')).serveProcess(product, changes, log, metrics));
  installShutdown({
    server,
    log,
    drainMs: config.drainSeconds * 1000,
    closers: [
      startUpkeep(product, log),
      () => product.close(),
      () => changes.close(),
      () => metricsServer?.close(),
      () => claim.release(),
    ],
  });
  const { port } = await server.listen();
  log.info('Listening', { host: config.host, port, siteUrl: config.siteUrl, server: process.pid });
}
