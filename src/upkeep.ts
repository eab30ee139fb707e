import type { Product } from './compose.ts';
import type { Logger } from './lib/server/platform/log.ts';

const sweepEveryMs = 60 * 60_000;

/** Starts what one process does for all: sending mail, and sweeping what has run out. @returns what stops it */
export function startUpkeep(product: Product, log: Logger): () => void {
  const sweep = setInterval(() => {
    product.sweep().catch((error: unknown) => log.error('Sweeping failed', { error }));
  }, sweepEveryMs);
  product.outbox.start();
  return () => clearInterval(sweep);
}
