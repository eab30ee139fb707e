// The hourly sweep, which one node does for all: it removes what has expired and what dead processes left.
import { mediaGraceMs } from './lib/server/media/index.ts';
import type { Clock } from './lib/server/platform/clock.ts';
import type { Database } from './lib/server/platform/db/database.ts';
import { settleInOrder } from './lib/server/platform/settle-in-order.ts';
import { sweepUploadFolders } from './lib/server/platform/uploads/parse-upload.ts';
import type { Services } from './lib/server/services.ts';

interface Sweeper {
  sweep(): Promise<void>;
}

interface Swept {
  db: Database;
  clock: Clock;
  services: Services;
  /** Parts without a service. */
  others: readonly Sweeper[];
}

const failed = 'Not everything could be swept.';

/** Sweeps one part after the other; one that fails does not stop the rest. Only one node sweeps the database. */
export async function sweepAll({ db, clock, services, others }: Swept): Promise<void> {
  const inDatabase = () =>
    settleInOrder(
      failed,
      () => services.limiter.sweep(),
      () => services.keptAnswers.sweep(),
      () => services.deletions.sweep(),
      () => services.rules.sweep(),
      () => services.accounts.sweep(),
      () => services.media.sweep(mediaGraceMs),
      () => services.profiles.sweep(),
      () => services.apps.sweep(),
      () => services.views.sweep(),
      () => services.desk.sweep(),
      () => services.reports.sweep(),
      () => services.letters.sweep(),
      () => services.links.sweep(),
      () => services.search.sweep(),
      ...others.map((one) => () => one.sweep()),
    );
  await settleInOrder(
    failed,
    // Each machine has its own folders.
    () => sweepUploadFolders(clock() - mediaGraceMs),
    () => db.ifAlone(inDatabase),
  );
}
