import type { ProcessLike } from '../../edge/gateway/shutdown.ts';
import type { Logger } from '../log.ts';
import { createWorkerLink, type WorkerLink } from './worker-link.ts';

/**
 * Connects a process that node:cluster started to its primary.
 * @returns the link, and a process for `installShutdown`: told to stop by the primary or by SIGTERM, once. Ctrl-C reaches
 *   the whole group of processes, and is the primary's to act on.
 */
export function connectWorker(log: Logger): { link: WorkerLink; host: ProcessLike } {
  const link = createWorkerLink({
    // A closed pipe shows as 'disconnect', below.
    send: (message) => void process.send?.(message, () => undefined),
    on: (event, listener) => process.on(event, listener),
  });
  // Without the primary this process can neither tell of changes nor learn of them.
  process.on('disconnect', () => {
    log.fatal('The primary process is gone');
    log.flush();
    process.exit(1);
  });
  process.on('SIGINT', () => undefined);

  let wanted = false;
  let stop: ((signal: NodeJS.Signals) => void) | undefined;
  const stopOnce = (): void => {
    if (wanted) return;
    wanted = true;
    stop?.('SIGTERM');
  };
  link.onStop(stopOnce);
  return {
    link,
    host: {
      on(event, listener) {
        if (event !== 'SIGTERM') return;
        stop = listener;
        process.on('SIGTERM', stopOnce);
        // It was told while it was starting.
        if (wanted) listener('SIGTERM');
      },
      exit: (code) => process.exit(code),
    },
  };
}
