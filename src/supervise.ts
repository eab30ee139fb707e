// The primary of several processes: prepares the data, looks after it, and keeps the others running. It serves nothing.
import { fileURLToPath } from 'node:url';
import { compose } from './compose.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import { claimDirectory } from './lib/server/platform/db/directory-lock.ts';
import { onStopSignals } from './lib/server/edge/gateway/shutdown.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { createClusterFork } from './lib/server/platform/processes/cluster-child.ts';
import { createSupervisor } from './lib/server/platform/processes/supervisor.ts';
import { openUplink } from './uplink.ts';
import { startUpkeep } from './upkeep.ts';

/** Resolves when every process accepts requests. */
export async function supervise(config: Config, log: Logger): Promise<void> {
  const claim = claimDirectory(config);
  const product = await compose(config, { log });
  const uplink = await openUplink(config, product.db, log);
  const supervisor = createSupervisor({
    uplink,
    count: config.workers,
    fork: createClusterFork(fileURLToPath(new URL('main.ts', import.meta.url))),
    log,
    wakeMail: () => product.outbox.wake(),
    stopMs: 30_000 + config.drainSeconds * 1000,
  });
  const numbers =
    config.metricsPort === undefined
      ? null
      : await (await import('./measure.ts')).serveNumbers(product, uplink, log, () => supervisor.measure());
  const stopUpkeep = startUpkeep(product, log);

  async function shutDown(signal: string): Promise<void> {
    log.info('Shutting down', { signal });
    let well = await supervisor.stop();
    try {
      stopUpkeep();
      await product.close();
      await uplink.close();
      await numbers?.close();
      claim.release();
    } catch (error) {
      well = false;
      log.error('Something could not be closed', { error });
    }
    log.info('Stopped');
    log.flush();
    process.exit(well ? 0 : 1);
  }

  onStopSignals(
    process,
    (signal) => void shutDown(signal),
    () => {
      supervisor.kill();
      log.flush();
      process.exit(1);
    },
  );
  await supervisor.start();
}
