import { createAccounts } from './accounts/index.ts';
import { createShapes } from './api/shapes.ts';
import { createApps } from './apps/index.ts';
import { createVersions } from './apps/releases.ts';
import { createSaved } from './apps/saved.ts';
import { createScreenshots } from './apps/screenshots.ts';
import { createCards } from './cards/index.ts';
import type { Context } from './context.ts';
import { createFollows } from './follows/index.ts';
import { createLetters } from './letters/index.ts';
import { createLinks } from './links/index.ts';
import { createMedia } from './media/index.ts';
import { createDesk, createModeration, createNumbers, createReports, openness } from './moderation/index.ts';
import { createOpenData } from './open-data/index.ts';
import { createOwnData } from './own-data/index.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import { createKeptAnswers } from './platform/idempotency/kept-answers.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { BoundSlices } from './platform/reads/slices.ts';
import { createPreviews } from './previews/index.ts';
import { createProfiles } from './profiles/index.ts';
import { createProofs } from './proofs/index.ts';
import { createRechecks } from './proofs/store-proof.ts';
import { createRules } from './rules/index.ts';
import { createReindex } from './search/entries.ts';
import { createSearch } from './search/index.ts';
import { createShelves } from './shelves/index.ts';
import { createSite } from './site/index.ts';
import type { SiteState } from './site/settings.ts';
import { createViews } from './views/index.ts';

interface Parts {
  /** Keeps no answers, as that of the context does. */
  db: Database;
  config: Config;
  site: SiteState;
  outbox: Outbox;
  nodeVersions: () => Promise<string[]>;
}

/** The slices, not yet bound to a request, and their background work. */
export function createSlices(
  base: Omit<Context, 'reindex'>,
  { db, config, site, outbox, nodeVersions }: Parts,
) {
  const { clock, secret, log, storage, categories, limiter, siteUrl } = base;
  const media = createMedia({ db, clock, storage });
  const links = createLinks({ ...base, reindex: createReindex(db) });
  const context: Context = { ...base, reindex: links.reindexWithLinks };
  const apps = createApps({ ...context, media });
  const proving = { ...context, apps: apps.actions };
  const shapes = createShapes(siteUrl);
  const desk = createDesk(proving);
  const follows = createFollows(context);
  const slices = {
    views: createViews({ db, clock, log }),
    profiles: createProfiles(context),
    apps,
    versions: createVersions(context),
    screenshots: createScreenshots({ ...context, media }),
    search: createSearch({ db, categories }),
    site: createSite({ ...context, state: site, contactEmail: config.contactEmail }),
    shelves: createShelves(context),
    cards: createCards({ storage, logo: config.logo }),
    openness,
    media: { reads: {}, actions: media },
    rules: { reads: {}, actions: createRules(context) },
    proofs: { reads: {}, actions: createProofs(proving) },
    previews: { reads: {}, actions: createPreviews(context) },
    links: { reads: {}, actions: links },
    accounts: { reads: {}, actions: createAccounts(context) },
    letters: { reads: {}, actions: createLetters(context) },
    saved: { reads: {}, actions: createSaved(context) },
    follows: { reads: {}, actions: follows },
    ownData: { reads: {}, actions: createOwnData({ ...context, shapes }) },
    openData: { reads: {}, actions: createOpenData({ ...context, shapes }) },
    limiter: { reads: {}, actions: limiter },
    keptAnswers: { reads: {}, actions: createKeptAnswers({ db, clock, secret }) },
    moderation: { reads: {}, actions: createModeration(context) },
    desk: { reads: {}, actions: desk },
    reports: { reads: {}, actions: createReports(context) },
    numbers: { reads: {}, actions: createNumbers({ db, clock, outbox, nodeVersions }) },
  };
  return { slices, rechecks: createRechecks(proving), kinds: [...follows.jobs(), ...desk.jobs()] };
}

/** The slices bound: to the recorder of one request for pages and the API, and once for scripts and jobs. */
export type Services = BoundSlices<ReturnType<typeof createSlices>['slices']>;
