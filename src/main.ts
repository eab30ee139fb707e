// The server: serves in this process, or in several that this one looks after, until it is told to stop.
import cluster from 'node:cluster';
import { brand } from './lib/shared/page/brand.ts';
import { ConfigError, parseConfig, type Config } from './lib/server/platform/config/config.ts';
import { checkAddress, metricsVariables, siteVariables } from './lib/server/edge/gateway/listen.ts';
import { logCrashes } from './lib/server/edge/gateway/shutdown.ts';
import { createLogger, type Logger } from './lib/server/platform/log.ts';
import { NoProcessServes } from './lib/server/platform/processes/supervisor.ts';

/** What a process does not need it does not load: the primary no pages, the others no supervision. */
async function start(config: Config, log: Logger): Promise<void> {
  if (cluster.isPrimary) {
    // Any port: a server that is being replaced may still have its own.
    await checkAddress({ host: config.host, port: 0, variables: siteVariables });
    if (config.metricsPort !== undefined)
      await checkAddress({ host: config.metricsHost, port: 0, variables: metricsVariables });
  }
  if (config.workers > 1 && cluster.isPrimary) {
    const { supervise } = await import('./supervise.ts');
    await supervise(config, log);
  } else {
    const { serveAlone, serveAsWorker } = await import('./serve.ts');
    if (cluster.isPrimary) await serveAlone(config, log);
    else await serveAsWorker(config, log);
  }
  if (cluster.isWorker) return;
  console.log(`${brand.name} is at ${config.siteUrl} (process ${process.pid})`);
}

/** Runs with the configuration of the environment. A bad value ends the process with one line that names it. */
export async function run(): Promise<void> {
  // Before the pages are loaded, and with them React: its build for development is larger and slower.
  process.env.NODE_ENV ??= 'production';
  let config: Config;
  try {
    config = parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  const log = createLogger(config.logLevel, config.workers > 1 ? { worker: process.pid } : {});
  logCrashes(log);
  try {
    await start(config, log);
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.message);
    else if (!(error instanceof NoProcessServes)) log.fatal('The server could not start', { error });
    log.flush();
    process.exit(1);
  }
}

if (import.meta.main) await run();
