import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../platform/log.ts';
import type { HttpServer } from './server.ts';

/** As much of `process` as a shutdown needs, so that a test can stand in for it. */
export interface ProcessLike {
  on(event: 'SIGTERM' | 'SIGINT', listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): unknown;
}

export interface ShutdownOptions {
  server: Pick<HttpServer, 'drain' | 'close' | 'destroy'>;
  log: Logger;
  /** Run one after the other once the last request is answered: background work first, the database last. */
  closers: (() => unknown)[];
  /** How long requests may take to end before they are broken off, in milliseconds. */
  graceMs?: number;
  /**
   * How long to go on accepting after the signal, in milliseconds, while /readyz says 503 and every answer closes its
   * connection: a balancer that asks /readyz has left by itself then, and meets no closed port.
   */
  drainMs?: number;
  process?: ProcessLike;
}

/** Milliseconds. */
const sameWishMs = 1_000;

/**
 * Calls `begin` at the first SIGTERM or SIGINT, and `force` at one that somebody sends later than a second after it.
 * Those before are the same wish: Ctrl-C reaches every process of a terminal's group, and npm and scripts/bootstrap.mjs
 * pass on what they get, because they cannot know whether they alone got it.
 */
function onStopSignals(
  host: Pick<ProcessLike, 'on'>,
  begin: (signal: NodeJS.Signals) => void,
  force: () => void,
): void {
  let begunAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (begunAt === undefined) {
      begunAt = performance.now();
      begin(signal);
    } else if (performance.now() - begunAt > sameWishMs) force();
  };
  host.on('SIGTERM', onSignal);
  host.on('SIGINT', onSignal);
}

/**
 * On SIGTERM or SIGINT: drains, stops accepting, finishes what is in flight, runs the closers and exits 0, or 1 when a
 * closer failed. A second signal, a second or more later, exits at once.
 */
export function installShutdown({
  server,
  log,
  closers,
  graceMs = 25_000,
  drainMs = 0,
  process: host = process,
}: ShutdownOptions): void {
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
    host.exit(code);
  }

  onStopSignals(
    host,
    (signal) => void shutDown(signal),
    () => {
      log.flush();
      host.exit(1);
    },
  );
}

/**
 * Writes faults that nothing caught to the log. After an uncaught exception the process is in no known state and ends;
 * a rejected promise harms only its own request. It must be watched for here because Astro's handler watches, too, and
 * keeps silent about those that are not its own.
 */
export function logCrashes(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal('Uncaught exception', { error });
    log.flush();
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => log.error('Unhandled rejection', { error }));
}
