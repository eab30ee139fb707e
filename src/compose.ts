// Composition root: configuration, then database, storage and services. Nothing else creates a service.
import { join } from 'node:path';
import { createAccounts, type HashCost } from './lib/server/accounts/index.ts';
import { createShapes } from './lib/server/api/shapes.ts';
import { createApps } from './lib/server/apps/index.ts';
import { createCards } from './lib/server/cards/index.ts';
import { createMedia, mediaGraceMs } from './lib/server/media/index.ts';
import { createModeration } from './lib/server/moderation/index.ts';
import { createOwnData } from './lib/server/own-data/index.ts';
import { createAudit } from './lib/server/platform/security/audit.ts';
import { agreeOnSecret, loadAuthSecret } from './lib/server/platform/security/auth-secret.ts';
import { systemClock, type Clock } from './lib/server/platform/clock.ts';
import type { Config } from './lib/server/platform/config/config.ts';
import { prepareDirectory } from './lib/server/platform/config/data-directory.ts';
import type { Database, OpenDatabase } from './lib/server/platform/db/database.ts';
import { useDirectory } from './lib/server/platform/db/directory-lock.ts';
import { bringUpToDate } from './lib/server/platform/db/bring-up-to-date.ts';
import { createWriteCheck } from './lib/server/platform/db/write-check.ts';
import { openSqlite } from './lib/server/platform/db/sqlite.ts';
import { createDeletions } from './lib/server/platform/idempotency/deletions.ts';
import { settleInOrder } from './lib/server/platform/settle-in-order.ts';
import { createJobs, type Jobs } from './lib/server/platform/jobs/jobs.ts';
import { createKeptAnswers } from './lib/server/platform/idempotency/kept-answers.ts';
import type { Logger } from './lib/server/platform/log.ts';
import { logMails } from './lib/server/platform/mail/log-mails.ts';
import { openTransport } from './lib/server/platform/mail/open-transport.ts';
import { createOutbox, type Outbox } from './lib/server/platform/mail/outbox.ts';
import { createRateLimiter } from './lib/server/platform/quotas/rate-limit.ts';
import { openDiskStorage } from './lib/server/platform/storage/disk.ts';
import type { Storage } from './lib/server/platform/storage/storage.ts';
import type { DataKey, PublishChanges } from './lib/server/platform/reads/data-keys.ts';
import { unrecordedReader } from './lib/server/platform/reads/reader.ts';
import { bindAllPlainly, bindPlainly } from './lib/server/platform/reads/slices.ts';
import { prepareUploads, sweepUploadFolders } from './lib/server/platform/uploads/upload-folders.ts';
import { version } from './lib/server/platform/version.ts';
import { createProfiles } from './lib/server/profiles/index.ts';
import { createScreenshots } from './lib/server/screenshots/index.ts';
import {
  createReindex,
  createReindexOwner,
  createReindexOwnerJob,
  createSearch,
} from './lib/server/search/index.ts';
import type { Services, Slices } from './lib/server/services.ts';
import { createVersions } from './lib/server/versions/index.ts';
import { createViews } from './lib/server/views/index.ts';
import { useBrand } from './lib/shared/page/brand.ts';
import { ensureSampleData } from './sample-data/ensure-sample-data.ts';

export interface Product {
  config: Config;
  db: Database;
  storage: Storage;
  /** The services for commands, jobs and writes, whose reads are not recorded. */
  services: Services;
  /** The unbound slices, for `createBinder`. */
  slices: Slices;
  clock: Clock;
  /** The secret that signs tokens and codes. */
  secret: Uint8Array;
  outbox: Outbox;
  /** Work on many rows. `start` it where pages are served. */
  jobs: Jobs;
  /** Removes what has expired, and what dead processes left: rate limits, sessions, pictures without references. */
  sweep(): Promise<void>;
  /** Resolves when the database takes writes. One check for all who ask: it writes. */
  checkWriting(): Promise<void>;
  /** Completes what migrations left to be done beside the requests, on one node, or until `isStopping`. */
  finishUpdate(isStopping: () => boolean): Promise<void>;
  /** Registers a listener for changed data. A writer is answered when all listeners have resolved. */
  onChange(listener: (keys: DataKey[]) => void | Promise<void>): void;
  close(): Promise<void>;
}

export interface ComposeOptions {
  clock?: Clock;
  /** Nothing is logged without one. */
  log?: Logger;
  /** For tests: called instead of waking the outbox, so that mail stays unsent. */
  wakeMail?: () => void;
  /** For tests: makes hashing of passwords cheap. */
  hashCost?: HashCost;
  /** Whether it is a command beside a site, which must not replace the secret of the site. */
  isCommand?: boolean;
  /** Whether a commit on SQLite waits for the disk; off for tests, which throw their data away. */
  syncCommits?: boolean;
}

/** Opens the database and storage, prepares them and builds the services. */
export async function compose(
  config: Config,
  { clock = systemClock, log, wakeMail, hashCost, isCommand = false, syncCommits }: ComposeOptions = {},
): Promise<Product> {
  useBrand(config.brand);
  prepareDirectory(config, log);
  // Locked before anything is opened, because a move and a restore need the directory exclusively.
  const use = config.databaseUrl === undefined ? useDirectory(config.dataDir) : null;
  const db = await openDatabase(config, { log, syncCommits });
  const secret = loadAuthSecret(config.authSecret, config.dataDir);
  const keyed = { db, clock, secret };
  const limiter = createRateLimiter({
    ...keyed,
    enabled: config.rateLimit,
    onFailure: (error) => log?.warn('What a limit had taken could not be given back', { error }),
  });
  const outbox = createOutbox({ db, clock, transport: openTransport(config), ...logMails(log) });
  const storage = await openStorage(config, log);
  const listeners = new Set<(keys: DataKey[]) => void | Promise<void>>();
  const publishChanges: PublishChanges = async (keys) => {
    await Promise.all([...listeners].map(async (listener) => await listener(keys)));
  };
  const reindex = createReindex(db);
  const reindexOwner = createReindexOwner(reindex);
  const wakeJobs = (): void => jobs.wake();
  const media = createMedia({ db, clock, storage });
  const deletions = createDeletions(keyed);
  const audit = createAudit({ db, clock, secret, log });
  const mailing = { limiter, log, wakeMail: wakeMail ?? (() => outbox.wake()) };
  const reader = unrecordedReader(db);
  const base = { db, clock, publishChanges };
  const operating = { audit, contactEmail: config.contactEmail };
  const shown = {
    views: createViews({ db, clock, log }),
    profiles: createProfiles({ ...base, media, limiter, reindexOwner, wakeJobs }),
    apps: createApps({ ...base, deletions, limiter, media, reindex }),
    versions: createVersions({ ...base, deletions, reindex }),
    screenshots: createScreenshots({ ...base, deletions, media }),
    search: createSearch({ db }),
    cards: createCards({ db, clock, storage, logo: config.logo }),
  };
  const accounts = createAccounts({
    ...base,
    ...operating,
    ...mailing,
    secret,
    siteUrl: config.siteUrl,
    hashCost,
  });
  const ownData = createOwnData({
    ...base,
    ...mailing,
    audit,
    deletions,
    wakeJobs,
    shapes: createShapes(config.siteUrl),
    accounts,
    media,
    profiles: bindPlainly(shown.profiles, reader),
    versions: bindPlainly(shown.versions, reader),
    views: bindPlainly(shown.views, reader),
  });
  const slices: Slices = {
    ...shown,
    media: { reads: {}, actions: media },
    accounts: { reads: {}, actions: accounts },
    ownData: { reads: {}, actions: ownData },
    limiter: { reads: {}, actions: limiter },
    deletions: { reads: {}, actions: deletions },
    keptAnswers: { reads: {}, actions: createKeptAnswers(keyed) },
    moderation: { reads: {}, actions: createModeration({ ...base, ...operating, reindex }) },
  };
  const services = bindAllPlainly(slices, reader);
  const jobs = createJobs({
    db,
    clock,
    kinds: [...ownData.jobs(), createReindexOwnerJob({ publishChanges, reindex })],
    onFailure: (failure) => log?.[failure.tries > 3 ? 'error' : 'warn']('A job could not go on yet', failure),
  });
  // Under one lock: of several nodes that start at once, one does the work and the others find it done.
  const makeReady = async (): Promise<void> => {
    await bringUpToDate(db, { version, dataDir: config.dataDir, log });
    const given = config.authSecret === undefined ? 'generated' : 'given';
    if (db.engine.name === 'postgres' && (await agreeOnSecret(db, secret, isCommand ? 'command' : given)))
      log?.warn('AUTH_SECRET has changed: access tokens and codes that are out are void');
    await services.apps.fillSkeletons();
    await services.search.indexMissing();
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
    jobs,
    checkWriting: createWriteCheck(db, clock),
    onChange: (listener) => listeners.add(listener),
    finishUpdate: (isStopping) => db.ifAlone(async () => void (await services.search.fillFacets(isStopping))),
    sweep: () =>
      settleInOrder(
        'Not everything could be swept.',
        // Each machine has its own folders.
        () => sweepUploadFolders(clock() - mediaGraceMs),
        () =>
          db.ifAlone(() =>
            settleInOrder(
              'Not everything could be swept.',
              () => limiter.sweep(),
              () => services.keptAnswers.sweep(),
              () => deletions.sweep(),
              () => services.accounts.sweep(),
              () => services.media.sweep(mediaGraceMs),
              () => services.profiles.sweep(),
              () => services.apps.sweep(),
              () => services.views.sweep(),
              () => services.moderation.sweep(),
              () => services.search.sweep(),
              () => services.ownData.sweep(),
              () => outbox.sweep(),
              () => audit.sweep(),
            ),
          ),
      ),
    // Each closer runs, also where an earlier one fails, such as writing the last views.
    close: () =>
      settleInOrder(
        'Not everything could be closed.',
        () => jobs.stop(),
        () => services.cards.close(),
        () => services.views.flush(),
        () => outbox.stop(),
        () => db.close(),
        () => use?.release(),
      ),
  };
}

/** Opens the configured database without migrating it. Loads only the driver that is used. */
export async function openDatabase(
  { databaseUrl, databasePool, dataDir }: Config,
  { log, syncCommits }: { log?: Logger | undefined; syncCommits?: boolean | undefined } = {},
): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(dataDir, { syncCommits });
  const { openPostgres } = await import('./lib/server/platform/db/postgres.ts');
  return openPostgres(databaseUrl, { poolSize: databasePool, log });
}

/** Opens the configured storage. Loads the client of S3 only where it is used: it takes 0.2 s and some memory. */
export async function openStorage({ mediaUrl, dataDir }: Config, log?: Logger): Promise<Storage> {
  if (mediaUrl === undefined) return await openDiskStorage(join(dataDir, 'media'));
  const { openS3Storage } = await import('./lib/server/platform/storage/s3.ts');
  return await openS3Storage(mediaUrl, { log });
}
