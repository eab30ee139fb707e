// The rooms as pages, the API and commands use them.
import { accounts } from './accounts/index.ts';
import { apps } from './apps/index.ts';
import { screenshots, versions } from './apps/releases.ts';
import { saved } from './apps/saved.ts';
import { cards } from './cards/index.ts';
import type { Context } from './context.ts';
import { follows } from './follows/index.ts';
import { letters } from './letters/index.ts';
import type { createLinks } from './links/index.ts';
import { lists } from './lists/index.ts';
import { media } from './media/index.ts';
import { desk, moderation, openness, reports } from './moderation/index.ts';
import { createOpenData } from './open-data/index.ts';
import { ownData } from './own-data/index.ts';
import type { createKeptAnswers } from './platform/idempotency/kept-answers.ts';
import type { BoundRooms } from './platform/reads/rooms.ts';
import { previews } from './previews/index.ts';
import { profiles } from './profiles/index.ts';
import { proofs } from './proofs/index.ts';
import { rules } from './rules/index.ts';
import { search } from './search/index.ts';
import { shelves } from './shelves/index.ts';
import { site } from './site/index.ts';
import { createViews } from './views/index.ts';

/** Rooms that are functions alone. */
const plain = {
  ...{ accounts, apps, cards, desk, follows, letters, lists, media, moderation, openness, ownData },
  ...{ previews, profiles, proofs, reports, rules, saved, screenshots, search, shelves, site, versions },
};

/** All rooms, with those that hold something in memory. */
export const roomsOf = (
  context: Context,
  links: ReturnType<typeof createLinks>,
  keptAnswers: ReturnType<typeof createKeptAnswers>,
) => ({
  ...plain,
  links: { methods: links },
  views: { methods: createViews(context) },
  openData: createOpenData(context),
  limiter: { methods: context.limiter },
  keptAnswers: { methods: keptAnswers },
});

/** The rooms bound: to the recorder of one request for pages and the API, and once for scripts and jobs. */
export type Services = BoundRooms<ReturnType<typeof roomsOf>>;
