// Composition root: configuration, then database, storage and services.
import { tmpdir } from 'node:os';
import { useHashCost, type HashCost } from './lib/server/accounts/passwords.ts';
import { markMailRefused } from './lib/server/accounts/users.ts';
import { mediaGraceMs } from './lib/server/media/index.ts';
import { createShapes } from './lib/server/api/shapes.ts';
import type { Context } from './lib/server/context.ts';
import { createFollowMailsJob } from './lib/server/follows/index.ts';
import { createLinks } from './lib/server/links/index.ts';
import { createBulkJob } from './lib/server/moderation/bulk.ts';
import { openCase } from './lib/server/moderation/cases.ts';
import { createKeptAnswers, keepingAnswers } from './lib/server/platform/idempotency/kept-answers.ts';
import type { KeptReads } from './lib/server/platform/reads/kept-reads.ts';
import type { Reads } from './lib/server/platform/reads/reads.ts';
import { createRechecks } from './lib/server/proofs/index.ts';
import { createReindex } from './lib/server/search/entries.ts';
import { createAudit } from './lib/server/platform/security/audit.ts';
import { agreeOnSecret, loadAuthSecret } from './lib/server/platform/security/auth-secret.ts';
import { systemClock, type Clock } from './lib/server/platform/clock.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import { makeFolder, prepareDirectory } from './lib/server/platform/config/data-directory.ts';
import type { Database } from './lib/server/platform/db/database.ts';
import { bringUpToDate } from './lib/server/platform/db/migrate.ts';
import { createWriteCheck } from './lib/server/platform/db/setting-queries.ts';
import { settleInOrder } from './lib/server/platform/settle-in-order.ts';
import { createJobs } from './lib/server/platform/jobs/jobs.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { openTransport } from './lib/server/platform/mail/message.ts';
import { createOutbox } from './lib/server/platform/mail/outbox.ts';
import { createOutbound } from './lib/server/platform/outbound/outbound.ts';
import { createRateLimiter } from './lib/server/platform/quotas/rate-limit.ts';
import { dataKey, type DataKey } from './lib/server/platform/reads/data-keys.ts';
import { readerOf, unrecordedReader } from './lib/server/platform/reads/reader.ts';
import { bindRooms } from './lib/server/platform/reads/rooms.ts';
import { sweepUploadFolders } from './lib/server/platform/uploads/parse-upload.ts';
import { version } from './lib/server/platform/version.ts';
import { roomsOf, type Services } from './lib/server/services.ts';
import { createSiteState } from './lib/server/site/state.ts';
import { useBrand } from './lib/shared/page/brand.ts';
import { openDatabase, openStorage } from './open-stores.ts';

export interface ComposeOptions {
  clock?: Clock;
  /** Nothing is logged without one. */
  log?: Logger;
  /** For tests: cheap hashes of passwords. */
  hashCost?: HashCost;
  /** Whether it is a command beside a site, which must not replace the secret of the site. */
  isCommand?: boolean;
  /** Whether a commit on SQLite waits for the disk; off for tests, which throw their data away. */
  syncCommits?: boolean;
}

export type Product = Awaited<ReturnType<typeof compose>>;

/** Opens the database and storage, prepares them and builds the services. */
export async function compose(
  config: Config,
  { clock = systemClock, log, isCommand = false, syncCommits, hashCost }: ComposeOptions = {},
) {
  useBrand(config.brand);
  if (hashCost) useHashCost(hashCost);
  prepareDirectory(config, log);
  const db = await openDatabase(config, { log, syncCommits, isCommand });
  const secret = await loadAuthSecret(config.authSecret, config.dataDir);
  const limiter = createRateLimiter({ db, clock, secret, log, enabled: config.rateLimit });
  const transport = openTransport(config);
  const outbox = createOutbox({ db, clock, transport, markRefused: markMailRefused, log });
  const storage = await openStorage(config, log);
  const site = createSiteState(db, { contactEmail: config.contactEmail, log });
  const outbound = createOutbound({ db, clock, siteUrl: config.siteUrl, operator: site, ...config.outbound });
  let drop: (keys: DataKey[]) => void = () => undefined;
  db.onCommit(async (keys) => {
    if (keys.includes(dataKey.outbox)) outbox.wake();
    if (keys.includes(dataKey.jobs)) jobs.wake();
    // First, so that nothing is rendered of old settings once the answers made of them are dropped.
    if (site.isChangedBy(keys)) await site.refresh().catch(() => undefined);
    drop(keys);
  });
  const nodes = { otherVersions: () => Promise.resolve<string[]>([]) };
  const base = {
    ...unrecordedReader(db),
    db: keepingAnswers(db),
    clock,
    secret,
    log,
    siteUrl: config.siteUrl,
    ...{ site, operator: site, categories: site.categories },
    audit: createAudit({ db: keepingAnswers(db), clock, secret, log }),
    limiter,
    storage,
    outbound,
    services: config,
    limitsCrowds: config.rateLimit,
    openCase,
    logo: config.logo,
    outbox,
    nodeVersions: async () => [version, ...(await nodes.otherVersions())],
    shapes: createShapes(config.siteUrl),
  };
  const links = createLinks({ ...base, reindex: createReindex(db) });
  const context: Context = { ...base, reindex: links.reindexWithLinks };
  const rooms = roomsOf(context, links, createKeptAnswers({ db, clock, secret }));
  const services = bindRooms(rooms, context);
  const rechecks = createRechecks(context);
  // Not with the database of requests: a job that a request has woken has no part in its answer.
  const jobs = createJobs({ db, clock, log }, [createFollowMailsJob(context), createBulkJob(context)]);
  const workers = [site, jobs, rechecks, services.links, services.openData, services.views, outbox];
  // Under one lock: of several nodes that start at once, one does the work and the others find it done.
  const makeReady = async (): Promise<void> => {
    await bringUpToDate(db, config.dataDir, log);
    await site.refresh();
    const given = config.authSecret === undefined ? 'generated' : 'given';
    if (db.engine.name === 'postgres' && (await agreeOnSecret(db, secret, isCommand ? 'command' : given)))
      log?.warn('AUTH_SECRET has changed: access tokens and codes that are out are void');
    await services.rules.loadDefaults();
    await services.search.indexMissing();
    await services.links.makeReady();
  };
  makeFolder('TMPDIR', tmpdir());
  await db.exclusively(makeReady);
  return {
    ...{ config, storage, clock, secret, site },
    db: db as Database,
    /** For what one process does at a time, of all that share the database. */
    exclusively: (work: () => Promise<void>) => db.exclusively(work),
    /** For commands, jobs and writes, whose reads are not recorded. */
    services,
    /** The services for one answer. @param kept what earlier answers have read, where all changes are heard of */
    bindServices: (reads: Reads, kept?: KeptReads): Services =>
      bindRooms(rooms, { ...context, ...readerOf(db, reads, kept) }),
    outbox,
    outbound,
    rechecks,
    jobs,
    /** The other nodes; `serve` sets how to ask for their versions. */
    nodes,
    checkWriting: createWriteCheck(db, clock),
    /** Sets what is told of changed data before the writer is answered. */
    onChange: (listener: typeof drop) => void (drop = listener),
    /**
     * Removes what has expired and what dead processes left, one part after the other; one that fails does not stop the
     * rest. Only one node sweeps the database.
     */
    async sweep(): Promise<void> {
      const { limiter, keptAnswers, rules, accounts, media, profiles, apps } = services;
      const { views, desk, reports, letters, search } = services;
      const parts = [
        ...[limiter, keptAnswers, rules, accounts, media, profiles, apps],
        ...[views, desk, reports, letters, search, outbox, base.audit],
      ];
      const failed = 'Not everything could be swept.';
      await settleInOrder(
        failed,
        // Each machine has its own folders.
        () => sweepUploadFolders(clock() - mediaGraceMs),
        () => db.ifAlone(() => settleInOrder(failed, ...parts.map((part) => () => part.sweep()))),
      );
    },
    /** Starts the background work, where pages are served. */
    start: () => workers.forEach((worker) => worker.start()),
    // Each closer runs, also where an earlier one fails, such as writing the last views.
    close: () =>
      settleInOrder('Not everything could be closed.', ...workers.map((worker) => () => worker.stop()), () =>
        db.close(),
      ),
  };
}
