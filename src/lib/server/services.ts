import type { Accounts } from './accounts/index.ts';
import type { Apps } from './apps/index.ts';
import type { Cards } from './cards/index.ts';
import type { Media } from './media/index.ts';
import type { Moderation } from './moderation/index.ts';
import type { OwnDataService } from './own-data/index.ts';
import type { Deletions } from './platform/idempotency/deletions.ts';
import type { KeptAnswers } from './platform/idempotency/kept-answers.ts';
import type { RateLimiter } from './platform/quotas/rate-limit.ts';
import type { Profiles } from './profiles/index.ts';
import type { Screenshots } from './screenshots/index.ts';
import type { Search } from './search/index.ts';
import type { Versions } from './versions/index.ts';
import type { Views } from './views/index.ts';

/** The slices, as compose.ts builds them once and hands them to the pages, the API and the scripts. */
export interface Services {
  media: Media;
  views: Views;
  accounts: Accounts;
  profiles: Profiles;
  apps: Apps;
  versions: Versions;
  screenshots: Screenshots;
  search: Search;
  cards: Cards;
  ownData: OwnDataService;
  limiter: RateLimiter;
  deletions: Deletions;
  keptAnswers: KeptAnswers;
  moderation: Moderation;
}
