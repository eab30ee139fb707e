import type { Apps } from '../apps/index.ts';
import type { Media } from '../media/index.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { ServiceAddresses } from '../platform/config/config.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';

/** Dependencies of the use cases of this slice. It has no table: nothing that is looked at is stored. */
export interface PreviewsContext {
  outbound: Outbound;
  limiter: RateLimiter;
  apps: Pick<Apps, 'findByAddress'>;
  media: Pick<Media, 'previewPicture'>;
  categories(): CategoryList;
  services: ServiceAddresses;
}
