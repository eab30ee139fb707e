// Finds all mistakes in a set-up, for the start and for `npm run doctor`.
import { findHere, findOutside } from './lib/server/doctor/index.ts';
import type { Product } from './compose.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { countSampleListings } from './sample-data/remove-sample-data.ts';

/** Delay of the checks from outside: by then a proxy that asks `/readyz` has found that this node is ready. */
const outsideAfterMs = 15_000;

export async function examineHere(product: Pick<Product, 'config' | 'db' | 'clock'>): Promise<string[]> {
  return await findHere(product, await countSampleListings(product.db.read));
}

/**
 * Prints its findings on standard error, because the level of the log may hide them: those of this machine and the
 * database at once, those of name servers and the proxy a little later.
 * @returns a function that cancels the later checks
 */
export function examineAtStart(product: Product, log: Logger): () => void {
  const say = (looking: Promise<string[]>): void => {
    looking.then(
      (findings) => findings.forEach((finding) => console.error(finding)),
      (error: unknown) => log.warn('The set-up could not be examined', { error }),
    );
  };
  say(examineHere(product));
  // Without TLS the site is not for the public yet, and nobody outside is asked.
  if (!product.config.siteUrl.startsWith('https:')) return () => undefined;
  const later = setTimeout(() => say(findOutside(product.config, product.secret)), outsideAfterMs);
  later.unref();
  return () => clearTimeout(later);
}
