import type { Media } from '../media/index.ts';
import type { Rules } from '../rules/index.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import type { OpenCase } from '../platform/open-case.ts';

/** Dependencies of the use cases of this slice. */
export interface AppsContext {
  db: Database;
  media: Media;
  clock: Clock;
  limiter: RateLimiter;
  deletions: Deletions;
  reindex: ReindexApps;
  /** The categories as this process knows them. */
  categories: () => CategoryList;
  rules: Pick<Rules, 'judgeListing' | 'judgeWhole' | 'mayRelease'>;
  openCase: OpenCase;
  siteUrl: string;
}
