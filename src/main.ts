// The server process: composes the product and serves it until it is told to stop.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { compose } from './compose.ts';
import { brand } from './lib/shared/brand.ts';
import { themeScript } from './lib/shared/theme-script.ts';
import { createApi } from './lib/server/api/index.ts';
import { ConfigError, parseConfig, type Config } from './lib/server/platform/config.ts';
import { astroInlineScripts } from './lib/server/platform/http/astro-inline-scripts.ts';
import { createAstroRenderer, type AstroHandler } from './lib/server/platform/http/astro-renderer.ts';
import { createEdgeCache } from './lib/server/platform/http/edge-cache.ts';
import type { FinishedResponse } from './lib/server/platform/http/finished-response.ts';
import { createHttpServer } from './lib/server/platform/http/server.ts';
import { installShutdown, logCrashes } from './lib/server/platform/http/shutdown.ts';
import { createLogger, type Logger } from './lib/server/platform/log.ts';
import type { Services } from './lib/server/services.ts';

/** Memory for finished answers. */
const cacheBytes = 64 * 1024 * 1024;

const sweepEveryMs = 60 * 60_000;

/** What `astro build` left; the pages in it get the services handed over and make none. */
async function loadPages(): Promise<AstroHandler<Services>> {
  const entry = pathToFileURL(resolve('dist/server/entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: AstroHandler<Services> };
  return handler;
}

async function serve(config: Config, log: Logger): Promise<void> {
  const [product, handler] = await Promise.all([compose(config, { log }), loadPages()]);
  const { db, services, storage } = product;
  const cache = createEdgeCache<FinishedResponse>({ maxBytes: cacheBytes });
  product.onChange((tags) => cache.invalidate(tags));
  const api = createApi({
    services,
    siteUrl: config.siteUrl,
    reportFault: (fault) => log.error('A request failed', { ...fault }),
  });

  const server = await createHttpServer({
    ...config,
    log,
    cache,
    storage,
    pages: createAstroRenderer(handler, services, config),
    api: api.fetch,
    checks: { database: () => db.check(), storage: () => storage.check() },
    clientFolder: 'dist/client',
    inlineScripts: [themeScript, ...astroInlineScripts],
  });
  const sweep = setInterval(() => {
    product.sweep().catch((error: unknown) => log.error('Sweeping failed', { error }));
  }, sweepEveryMs);
  product.outbox.start();
  installShutdown({ server, log, closers: [() => clearInterval(sweep), () => product.close()] });
  const { port } = await server.listen();
  log.info('Listening', { host: config.host, port, siteUrl: config.siteUrl });
  console.log(`${brand.name} is at ${config.siteUrl}`);
}

/** Serves with the configuration of the environment. A bad value ends the process with one line that names it. */
export async function run(): Promise<void> {
  let config: Config;
  try {
    config = parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  const log = createLogger(config.logLevel);
  logCrashes(log);
  try {
    await serve(config, log);
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (taken)
      console.error(`PORT=${config.port}: another program listens there. Stop it or choose another port.`);
    else log.fatal('The server could not start', { error });
    log.flush();
    process.exit(1);
  }
}

if (import.meta.main) await run();
