import type { createAccounts } from './accounts/index.ts';
import type { createApps } from './apps/index.ts';
import type { createVersions } from './apps/releases.ts';
import type { Saved } from './apps/saved.ts';
import type { createScreenshots } from './apps/screenshots.ts';
import type { Follows } from './follows/index.ts';
import type { createSearch } from './search/index.ts';
import type { createShelves } from './shelves/index.ts';
import type { createViews } from './views/index.ts';
import type { createCards } from './cards/index.ts';
import type { Media } from './media/index.ts';
import type { Links } from './links/index.ts';
import type { Letters } from './letters/index.ts';
import type { Desk, Moderation, openness, Reports, Numbers } from './moderation/index.ts';
import type { OwnDataService } from './own-data/index.ts';
import type { KeptAnswers } from './platform/idempotency/kept-answers.ts';
import type { RateLimiter } from './platform/quotas/rate-limit.ts';
import type { BoundSlices, noReads } from './platform/reads/slices.ts';
import type { createProfiles } from './profiles/index.ts';
import type { Previews } from './previews/index.ts';
import type { Proofs } from './proofs/index.ts';
import type { Rules } from './rules/index.ts';
import type { OpenData } from './open-data/index.ts';
import type { createSite } from './site/index.ts';

/** Functions that no public answer uses. */
interface Actions<All extends object> {
  reads: typeof noReads;
  actions: All;
}

/** The slices as compose.ts builds them once, not yet bound to a request. */
export interface Slices {
  media: Actions<Media>;
  views: ReturnType<typeof createViews>;
  rules: Actions<Rules>;
  proofs: Actions<Proofs>;
  previews: Actions<Previews>;
  links: Actions<Links>;
  accounts: Actions<ReturnType<typeof createAccounts>>;
  profiles: ReturnType<typeof createProfiles>;
  apps: ReturnType<typeof createApps>;
  versions: ReturnType<typeof createVersions>;
  screenshots: ReturnType<typeof createScreenshots>;
  search: ReturnType<typeof createSearch>;
  shelves: ReturnType<typeof createShelves>;
  cards: ReturnType<typeof createCards>;
  site: ReturnType<typeof createSite>;
  saved: Actions<Saved>;
  follows: Actions<Follows>;
  ownData: Actions<OwnDataService>;
  openData: Actions<OpenData>;
  limiter: Actions<RateLimiter>;
  keptAnswers: Actions<KeptAnswers>;
  moderation: Actions<Moderation>;
  desk: Actions<Desk>;
  reports: Actions<Reports>;
  letters: Actions<Letters>;
  numbers: Actions<Numbers>;
  openness: typeof openness;
}

/** The slices bound: to the recorder of one request for pages and the API, and once for scripts and jobs. */
export type Services = BoundSlices<Slices>;
