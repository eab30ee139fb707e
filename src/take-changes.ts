import { setTimeout as sleep } from 'node:timers/promises';
import type { PictureGate } from './lib/server/edge/answer/picture-gate.ts';
import type { createAnswerCache } from './lib/server/edge/cache/answer-cache.ts';
import type { Logger } from './lib/server/platform/log.ts';
import type { ChangeChannel } from './lib/server/platform/nodes/change-channel.ts';
import { dataKey } from './lib/server/platform/reads/data-keys.ts';
import type { Product } from './product.ts';

/**
 * When all is dropped after a commit of unknown outcome, in milliseconds from the moment that the database answers:
 * PostgreSQL may finish it later than its client gave up, by a wait for the disk or for a replica.
 */
const dropsAfterMs = [0, 5_000, 60_000];

const retryMs = 1_000;

interface Source {
  db: Pick<Product['db'], 'onUnknownCommit'>;
  onChange: Product['onChange'];
  site: Pick<Product['site'], 'isChangedBy' | 'isUnread' | 'refresh'>;
}

interface Kept {
  cache: Pick<ReturnType<typeof createAnswerCache>, 'clear' | 'invalidate'>;
  changes: Pick<ChangeChannel, 'onChange' | 'publish'>;
  log: Pick<Logger, 'debug'>;
  pictureGate: Pick<PictureGate, 'forget'>;
  /** Called when a node has other files of the site. */
  onBuild: () => void;
}

/** Drops what this process keeps of changed data, of its own changes and of those of other nodes, which it tells. */
export function takeChanges(
  { db, onChange, site }: Source,
  { cache, changes, log, onBuild, pictureGate }: Kept,
): void {
  const drop = (keys: readonly string[]): void => {
    cache.invalidate(keys);
    if (keys.includes(dataKey.pictures)) pictureGate.forget();
  };
  const take = async (keys: readonly string[] | null): Promise<void> => {
    if (keys?.includes(dataKey.builds)) onBuild();
    if (keys) drop(keys);
    else {
      cache.clear();
      pictureGate.forget();
    }
    if (keys && !site.isChangedBy(keys)) return;
    // Where it fails, it is tried again, and until then nothing made of the settings is kept.
    await site.refresh().catch(() => undefined);
    cache.invalidate([dataKey.site, dataKey.categories]);
  };
  onChange((keys) => {
    drop(keys);
    return changes.publish(keys);
  });
  changes.onChange(take);

  let latest = 0;

  /** The writer of a commit of unknown outcome cannot say what has changed. Another one takes over. */
  async function takeUnknown(): Promise<void> {
    latest += 1;
    const mine = latest;
    // What is kept serves visitors while PostgreSQL restarts: nobody writes then. The categories are read as soon as
    // it answers, because a form may name a new one.
    await site.refresh().catch(() => undefined);
    while (site.isUnread()) await sleep(retryMs, undefined, { ref: false });
    for (const [index, afterMs] of dropsAfterMs.entries()) {
      await sleep(afterMs - (dropsAfterMs[index - 1] ?? 0), undefined, { ref: false });
      if (mine !== latest) return;
      await Promise.all([take(null), changes.publish(null)]);
    }
  }
  db.onUnknownCommit(() => {
    // Only the end of the process ends it early.
    takeUnknown().catch((error: unknown) => log.debug('What is kept was not dropped again', { error }));
  });
}
