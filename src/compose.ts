// Composition root: configuration, then database, storage and services. Nothing else creates a service.
import { createAccounts } from './lib/server/accounts/index.ts';
import { useHashCost } from './lib/server/accounts/passwords.ts';
import { markMailRefused } from './lib/server/accounts/users.ts';
import { createShapes } from './lib/server/api/shapes.ts';
import { createApps } from './lib/server/apps/index.ts';
import { createVersions } from './lib/server/apps/releases.ts';
import { createSaved } from './lib/server/apps/saved.ts';
import { createScreenshots } from './lib/server/apps/screenshots.ts';
import { createFollows } from './lib/server/follows/index.ts';
import { createReindex } from './lib/server/search/entries.ts';
import { createSearch } from './lib/server/search/index.ts';
import { createShelves } from './lib/server/shelves/index.ts';
import { createViews } from './lib/server/views/index.ts';
import { createCards } from './lib/server/cards/index.ts';
import { createMedia } from './lib/server/media/index.ts';
import {
  createDesk,
  createModeration,
  createNumbers,
  createOpenCase,
  createReports,
  openness,
} from './lib/server/moderation/index.ts';
import { createOpenData } from './lib/server/open-data/index.ts';
import { createOwnData } from './lib/server/own-data/index.ts';
import type { Context } from './lib/server/context.ts';
import { createAudit } from './lib/server/platform/security/audit.ts';
import { agreeOnSecret, loadAuthSecret } from './lib/server/platform/security/auth-secret.ts';
import { systemClock } from './lib/server/platform/clock.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import { prepareDirectory } from './lib/server/platform/config/data-directory.ts';
import { useDirectory } from './lib/server/platform/db/directory-lock.ts';
import { bringUpToDate } from './lib/server/platform/db/migrate.ts';
import { createWriteCheck } from './lib/server/platform/db/setting-queries.ts';
import { settleInOrder } from './lib/server/platform/settle-in-order.ts';
import { createJobs } from './lib/server/platform/jobs/jobs.ts';
import { createKeptAnswers, keepingAnswers } from './lib/server/platform/idempotency/kept-answers.ts';
import { openTransport } from './lib/server/platform/mail/message.ts';
import { createOutbox } from './lib/server/platform/mail/outbox.ts';
import { createOutbound } from './lib/server/platform/outbound/outbound.ts';
import { createRateLimiter } from './lib/server/platform/quotas/rate-limit.ts';
import type { DataKey } from './lib/server/platform/reads/data-keys.ts';
import { unrecordedReader } from './lib/server/platform/reads/reader.ts';
import { bindSlices } from './lib/server/platform/reads/slices.ts';
import { prepareUploads } from './lib/server/platform/uploads/parse-upload.ts';
import { version } from './lib/server/platform/version.ts';
import { createLetters } from './lib/server/letters/index.ts';
import { createPreviews } from './lib/server/previews/index.ts';
import { createLinks } from './lib/server/links/index.ts';
import { createProfiles } from './lib/server/profiles/index.ts';
import { createProofs } from './lib/server/proofs/index.ts';
import { createRechecks } from './lib/server/proofs/store-proof.ts';
import { createRules } from './lib/server/rules/index.ts';
import type { Slices } from './lib/server/services.ts';
import { createSite } from './lib/server/site/index.ts';
import { createSiteState } from './lib/server/site/settings.ts';
import { useBrand } from './lib/shared/page/brand.ts';
import { openDatabase, openStorage } from './open-stores.ts';
import type { ComposeOptions, Product } from './product.ts';
import { ensureSampleData } from './sample-data/ensure-sample-data.ts';
import { sweepAll } from './upkeep.ts';
export { openDatabase, openStorage, type ComposeOptions, type Product };

/** Opens the database and storage, prepares them and builds the services. */
export async function compose(
  config: Config,
  { clock = systemClock, log, wakeMail, isCommand = false, syncCommits, hashCost }: ComposeOptions = {},
): Promise<Product> {
  useBrand(config.brand);
  if (hashCost) useHashCost(hashCost);
  prepareDirectory(config, log);
  // Locked before anything is opened, because a restore needs the directory exclusively.
  const use = config.databaseUrl === undefined ? useDirectory(config.dataDir) : null;
  const db = await openDatabase(config, { log, syncCommits, isCommand });
  const secret = await loadAuthSecret(config.authSecret, config.dataDir);
  const keyed = { db, clock, secret };
  const limiter = createRateLimiter({
    ...keyed,
    enabled: config.rateLimit,
    onFailure: (error) => log?.warn('What a limit had taken could not be given back', { error }),
  });
  const transport = openTransport(config);
  const outbox = createOutbox({ db, clock, transport, markRefused: markMailRefused, log });
  const storage = await openStorage(config, log);
  const site = createSiteState(db, { contactEmail: config.contactEmail, log });
  const outbound = createOutbound({ db, clock, siteUrl: config.siteUrl, operator: site, ...config.outbound });
  const listeners = new Set<(keys: DataKey[]) => void>();
  db.onCommit(async ({ keys, workers }) => {
    if (workers.includes('mails')) (wakeMail ?? outbox.wake)();
    if (workers.includes('jobs')) jobs.wake();
    // First, so that nothing is rendered of old settings once the answers made of them are dropped.
    if (site.isChangedBy(keys)) await site.refresh().catch(() => undefined);
    if (keys.length > 0) for (const listener of listeners) listener(keys);
  });
  const media = createMedia({ db, clock, storage });
  const base = {
    db: keepingAnswers(db),
    clock,
    secret,
    log,
    siteUrl: config.siteUrl,
    operator: site,
    categories: site.categories,
    audit: createAudit({ db: keepingAnswers(db), clock, secret, log }),
    limiter,
    storage,
    outbound,
    services: config.services,
    limitsCrowds: config.rateLimit,
    openCase: createOpenCase(db.engine),
  };
  const links = createLinks({ ...base, reindex: createReindex(db) });
  const context: Context = { ...base, reindex: links.reindexWithLinks };
  const reader = unrecordedReader(db);
  const rules = createRules(context);
  const apps = createApps({ ...context, media });
  const shown = {
    views: createViews({ db, clock, log }),
    profiles: createProfiles(context),
    apps,
    versions: createVersions(context),
    screenshots: createScreenshots({ ...context, media }),
    search: createSearch({ db, categories: site.categories }),
    site: createSite({ ...context, state: site, contactEmail: config.contactEmail }),
    shelves: createShelves(context),
    cards: createCards({ storage, logo: config.logo }),
  };
  const proving = { ...context, apps: apps.actions };
  const proofs = createProofs(proving);
  const previews = createPreviews(context);
  const rechecks = createRechecks(proving);
  const accounts = createAccounts(context);
  const shapes = createShapes(config.siteUrl);
  const ownData = createOwnData({ ...context, shapes });
  const desk = createDesk(proving);
  const follows = createFollows(context);
  const nodes: Product['nodes'] = { otherVersions: () => Promise.resolve([]) };
  const nodeVersions = async () => [version, ...(await nodes.otherVersions())];
  const slices: Slices = {
    ...shown,
    media: { reads: {}, actions: media },
    rules: { reads: {}, actions: rules },
    proofs: { reads: {}, actions: proofs },
    previews: { reads: {}, actions: previews },
    links: { reads: {}, actions: links },
    accounts: { reads: {}, actions: accounts },
    letters: { reads: {}, actions: createLetters(context) },
    saved: { reads: {}, actions: createSaved(context) },
    follows: { reads: {}, actions: follows },
    ownData: { reads: {}, actions: ownData },
    openData: { reads: {}, actions: createOpenData({ ...context, shapes }) },
    limiter: { reads: {}, actions: limiter },
    keptAnswers: { reads: {}, actions: createKeptAnswers(keyed) },
    moderation: { reads: {}, actions: createModeration(context) },
    desk: { reads: {}, actions: desk },
    reports: { reads: {}, actions: createReports(context) },
    openness,
    numbers: { reads: {}, actions: createNumbers({ db, clock, outbox, nodeVersions }) },
  };
  const services = bindSlices(slices, reader);
  const jobs = createJobs({
    db,
    clock,
    kinds: [...follows.jobs(), ...desk.jobs()],
    onFailure: (failure) => log?.[failure.tries > 3 ? 'error' : 'warn']('A job could not go on yet', failure),
  });
  // Under one lock: of several nodes that start at once, one does the work and the others find it done.
  const makeReady = async (): Promise<void> => {
    await bringUpToDate(db, { version, dataDir: config.dataDir, log });
    await site.refresh();
    const given = config.authSecret === undefined ? 'generated' : 'given';
    if (db.engine.name === 'postgres' && (await agreeOnSecret(db, secret, isCommand ? 'command' : given)))
      log?.warn('AUTH_SECRET has changed: access tokens and codes that are out are void');
    await services.rules.loadDefaults();
    await services.search.indexMissing();
    await services.links.makeReady();
    if (config.sampleData) await ensureSampleData(db, services);
  };
  prepareUploads();
  await db.exclusively(makeReady);
  return {
    config,
    db,
    storage,
    services,
    slices,
    clock,
    secret,
    outbox,
    outbound,
    rechecks,
    nodes,
    site,
    jobs,
    checkWriting: createWriteCheck(db, clock),
    onChange: (listener) => listeners.add(listener),
    sweep: () => sweepAll({ db, clock, services }, outbox, base.audit),
    // Each closer runs, also where an earlier one fails, such as writing the last views.
    close: () =>
      settleInOrder(
        'Not everything could be closed.',
        () => site.stop(),
        () => jobs.stop(),
        () => rechecks.stop(),
        () => links.stop(),
        () => services.views.stop(),
        () => outbox.stop(),
        () => db.close(),
        () => use?.release(),
      ),
  };
}
