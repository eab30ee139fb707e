// The background work of a node: mail, jobs, checks of proofs and links, and what timers begin.
import type { Logger } from './lib/server/platform/log.ts';
import type { Product } from './product.ts';

const sweepEveryMs = 60 * 60_000;
/** How often to look whether mails about followed apps are due. */
const mailsEveryMs = 60_000;
/** How often to look whether the exports of all listings are due. */
const exportsEveryMs = 60_000;

/**
 * Starts to send mail, to work on jobs, to look at proofs and links, and to sweep.
 * @returns a function that ends all that is started here by a timer, and waits for what is under way.
 *   `product.close()` ends the rest: the outbox, the jobs, and the looks at proofs and links.
 */
export function startUpkeep(product: Product, log: Logger): () => Promise<void> {
  let isStopping = false;
  const stopping = (): boolean => isStopping;
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
  const makeExports = (): void => {
    const { db, services } = product;
    run('The listings could not be exported', () =>
      db.ifAlone(async () => void (await services.openData.makeExportIfDue(stopping))),
    );
  };
  const exporting = setInterval(makeExports, exportsEveryMs);
  // A new site has them at once.
  makeExports();
  product.outbox.start();
  product.jobs.start();
  product.rechecks.start();
  product.services.links.start();
  return async () => {
    isStopping = true;
    clearInterval(sweep);
    clearInterval(mails);
    clearInterval(exporting);
    await last;
  };
}
