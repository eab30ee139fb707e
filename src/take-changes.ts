import { setTimeout as sleep } from 'node:timers/promises';
import type { PictureGate } from './lib/server/http/stored-files.ts';
import type { EdgeCache } from './lib/server/http/cache.ts';
import type { Logger } from './lib/server/platform/log.ts';
import type { ChangeChannel } from './lib/server/platform/nodes/change-channel.ts';
import { dataKey } from './lib/server/platform/reads/data-keys.ts';
import type { Product } from './product.ts';

/**
 * When everything is dropped after a commit of unknown outcome, in milliseconds from the moment that the database
 * answers: PostgreSQL may finish the commit after its client gave up, because it waits for the disk or for a replica.
 */
const dropsAfterMs = [0, 5_000, 60_000];

const retryMs = 1_000;

interface Source {
  db: Pick<Product['db'], 'onUnknownCommit'>;
  onChange: Product['onChange'];
  site: Pick<Product['site'], 'isChangedBy' | 'isUnread' | 'refresh'>;
}

interface Kept {
  cache: Pick<EdgeCache, 'clear' | 'invalidate'>;
  changes: Pick<ChangeChannel, 'onChange' | 'publish'>;
  log: Pick<Logger, 'debug'>;
  pictureGate: Pick<PictureGate, 'forget'>;
}

/**
 * Drops cached answers and picture decisions that depend on changed data: after this process's own changes, which it
 * also publishes to the other nodes, and after theirs.
 */
export function takeChanges(
  { db, onChange, site }: Source,
  { cache, changes, log, pictureGate }: Kept,
): void {
  const drop = (keys: readonly string[]): void => {
    cache.invalidate(keys);
    if (keys.includes(dataKey.pictures)) pictureGate.forget();
  };
  const take = async (keys: readonly string[] | null): Promise<void> => {
    if (keys) drop(keys);
    else {
      cache.clear();
      pictureGate.forget();
    }
    if (keys && !site.isChangedBy(keys)) return;
    // Where it fails, it is tried again, and until then no answer made of the settings is cached.
    await site.refresh().catch(() => undefined);
    cache.invalidate([dataKey.site, dataKey.categories]);
  };
  onChange((keys) => {
    drop(keys);
    return changes.publish(keys);
  });
  changes.onChange(take);

  let latest = 0;

  /**
   * Whether the commit happened is unknown, and so is what it changed: so everything is dropped, several times
   * (`dropsAfterMs`). A newer such commit begins the series again.
   */
  async function takeUnknown(): Promise<void> {
    latest += 1;
    const mine = latest;
    // The cache goes on serving visitors while PostgreSQL restarts: nobody writes then. The categories are read as soon
    // as it answers, because a form may name a new one.
    await site.refresh().catch(() => undefined);
    while (site.isUnread()) await sleep(retryMs, undefined, { ref: false });
    for (const [index, afterMs] of dropsAfterMs.entries()) {
      await sleep(afterMs - (dropsAfterMs[index - 1] ?? 0), undefined, { ref: false });
      if (mine !== latest) return;
      await Promise.all([take(null), changes.publish(null)]);
    }
  }
  db.onUnknownCommit(() => {
    // It rejects only where the channel to the other nodes was closed, at the end of the process.
    takeUnknown().catch((error: unknown) => log.debug('What is kept was not dropped again', { error }));
  });
}
