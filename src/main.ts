// The entry point of the server.
import { brand } from './lib/shared/page/brand.ts';
import { findInConfig } from './lib/server/doctor/index.ts';
import { parseConfig, type Config } from './lib/server/platform/config/config.ts';
import { ConfigError } from './lib/server/platform/errors.ts';
import { checkAddress, metricsVariables, siteVariables } from './lib/server/http/sockets.ts';
import { logCrashes } from './lib/server/http/shutdown.ts';
import { createLogger } from './lib/server/platform/log.ts';

/**
 * Runs with the configuration of the environment. A bad value ends the process with one line that names it.
 * @param pagesBuilt resolves when dist/ holds the pages; they are there when left out
 */
export async function run(pagesBuilt?: Promise<void>): Promise<void> {
  let config: Config;
  try {
    config = parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  // Before the pages are loaded, and with them React: its build for development is larger and slower.
  process.env.NODE_ENV ??= 'production';
  const log = createLogger(config.logLevel);
  logCrashes(log);
  try {
    // With any port, because a server that is being replaced may still use its own.
    if (config.socket === undefined)
      await checkAddress({ host: config.host, port: 0, variables: siteVariables });
    if (config.metricsPort !== undefined)
      await checkAddress({ host: config.metricsHost, port: 0, variables: metricsVariables });
    // Imported late, so that a bad value is refused at once.
    const { serve } = await import('./serve.ts');
    await serve(config, log, pagesBuilt);
    console.log(`${brand.name} is at ${config.siteUrl} (process ${process.pid})`);
    // Printed instead of logged, because the log level may hide them.
    for (const finding of findInConfig(config)) console.error(finding);
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.message);
    else log.fatal('The server could not start', { error });
    log.flush();
    process.exit(1);
  }
}

if (import.meta.main) await run();
