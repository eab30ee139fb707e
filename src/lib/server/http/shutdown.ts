import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../platform/log.ts';
import type { HttpServer } from './server.ts';

interface ShutdownOptions {
  server: Pick<HttpServer, 'drain' | 'close' | 'destroy'>;
  log: Logger;
  /** Called one after the other once the last request is answered: background work first, the database last. */
  closers: (() => unknown)[];
  /**
   * Milliseconds to keep accepting after the signal, while /readyz answers 503 and every answer closes its connection.
   * A load balancer that checks /readyz stops sending requests before the port is closed.
   */
  drainMs: number;
}

/** How long running requests may take before their connections are closed, in milliseconds. */
const graceMs = 25_000;
/**
 * Signals within this time count as one, in milliseconds: Ctrl-C reaches every process of a terminal's group, and npm
 * and scripts/bootstrap.mjs pass signals on, because they cannot know whether other processes got them.
 */
const repeatMs = 1_000;

/**
 * On SIGTERM or SIGINT: drains, stops accepting, finishes running requests, calls the closers and exits with 0, or with
 * 1 when a closer failed. A second signal, a second or more later, exits at once.
 */
export function installShutdown({ server, log, closers, drainMs }: ShutdownOptions): void {
  async function shutDown(signal: string): Promise<void> {
    log.info('Shutting down', { signal });
    server.drain();
    if (drainMs > 0) await sleep(drainMs);
    const timer = setTimeout(() => {
      log.warn('Breaking off the requests that are still running', { afterMs: graceMs });
      server.destroy();
    }, graceMs);
    await server.close();
    clearTimeout(timer);
    let code = 0;
    for (const closer of closers) {
      try {
        await closer();
      } catch (error) {
        code = 1;
        log.error('Something could not be closed', { error });
      }
    }
    log.info('Stopped');
    log.flush();
    process.exit(code);
  }

  let begunAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (begunAt === undefined) {
      begunAt = performance.now();
      void shutDown(signal);
    } else if (performance.now() - begunAt > repeatMs) {
      log.flush();
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Logs uncaught faults. After an uncaught exception the state of the process is unknown, and it ends; an unhandled
 * rejection harms only its own request. The listener is needed because Astro's own one suppresses Node's default, and
 * ignores rejections that are not Astro's.
 */
export function logCrashes(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal('Uncaught exception', { error });
    log.flush();
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => log.error('Unhandled rejection', { error }));
}
