// The background work of a node: mail, jobs, checks of proofs and links, and what timers begin.
import type { Logger } from './lib/server/platform/log.ts';
import type { Product } from './compose.ts';

const sweepEveryMs = 60 * 60_000;
/** How often to look whether mails about followed apps are due. */
const mailsEveryMs = 60_000;

/**
 * Starts to send mail, to work on jobs, to look at proofs and links, and to sweep.
 * @returns a function that ends all that is started here by a timer, and waits for what is under way.
 *   `product.close()` ends the rest: the outbox, the jobs, and the looks at proofs and links.
 */
export function startUpkeep(product: Product, log: Logger): () => Promise<void> {
  // One after the other: each is done by one node at a time, and left out while something else is.
  let last = Promise.resolve();
  const run = (failure: string, work: () => Promise<void>): void => {
    last = last.then(work).catch((error: unknown) => log.error(failure, { error }));
  };
  const sweep = setInterval(() => {
    run('Sweeping failed', () => product.sweep());
  }, sweepEveryMs);
  const mails = setInterval(() => {
    run('Mails about followed apps could not be begun', () => product.services.follows.beginMails());
  }, mailsEveryMs);
  product.outbox.start();
  product.jobs.start();
  product.rechecks.start();
  product.services.links.start();
  product.site.start();
  product.services.views.start();
  return async () => {
    clearInterval(sweep);
    clearInterval(mails);
    await last;
  };
}
