// The background work of a node: mail, jobs, checks of proofs and links, and what timers begin.
import { mediaGraceMs } from './lib/server/media/index.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { settleInOrder } from './lib/server/platform/settle-in-order.ts';
import { sweepUploadFolders } from './lib/server/platform/uploads/parse-upload.ts';
import type { Product } from './product.ts';

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

/**
 * Removes what has expired and what dead processes left, one part after the other; one that fails does not stop the
 * rest. Only one node sweeps the database.
 * @param others parts without a service
 */
export async function sweepAll(
  { db, clock, services }: Pick<Product, 'db' | 'clock' | 'services'>,
  ...others: { sweep(): Promise<void> }[]
): Promise<void> {
  const { limiter, keptAnswers, rules, accounts, media, profiles, apps } = services;
  const { views, desk, reports, letters, search } = services;
  const parts = [
    ...[limiter, keptAnswers, rules, accounts, media],
    ...[profiles, apps, views, desk, reports, letters, search, ...others],
  ];
  const failed = 'Not everything could be swept.';
  await settleInOrder(
    failed,
    // Each machine has its own folders.
    () => sweepUploadFolders(clock() - mediaGraceMs),
    () => db.ifAlone(() => settleInOrder(failed, ...parts.map((part) => () => part.sweep()))),
  );
}
