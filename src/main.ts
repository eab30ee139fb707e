// Composition root: configuration, then services, then the HTTP server. Nothing else creates a service.
import { join } from 'node:path';
import { createAccounts } from './lib/server/accounts/index.ts';
import { createApps } from './lib/server/apps/index.ts';
import { createMedia } from './lib/server/media/index.ts';
import { systemClock, type Clock } from './lib/server/platform/clock.ts';
import type { Config } from './lib/server/platform/config.ts';
import type { Database } from './lib/server/platform/db/database.ts';
import { migrate } from './lib/server/platform/db/migrate.ts';
import { openPostgres } from './lib/server/platform/db/postgres.ts';
import { openSqlite } from './lib/server/platform/db/sqlite.ts';
import { openDiskStorage } from './lib/server/platform/storage/disk.ts';
import type { Storage } from './lib/server/platform/storage/storage.ts';
import type { PublishTags } from './lib/server/platform/tags.ts';
import { createProfiles } from './lib/server/profiles/index.ts';
import { createScreenshots } from './lib/server/screenshots/index.ts';
import { createSearch } from './lib/server/search/index.ts';
import type { Services } from './lib/server/services.ts';
import { createVersions } from './lib/server/versions/index.ts';
import { ensureSampleData } from './sample-data/ensure-sample-data.ts';

export type { Services };

export interface Product {
  config: Config;
  db: Database;
  storage: Storage;
  services: Services;
  /** Registers a cache that is told what has changed. */
  onChange(listener: PublishTags): void;
  close(): Promise<void>;
}

/** Opens the database and storage, brings the schema up to date and builds the services. */
export async function compose(config: Config, clock: Clock = systemClock): Promise<Product> {
  const db = config.databaseUrl === undefined ? openSqlite(config.dataDir) : openPostgres(config.databaseUrl);
  const storage = await openDiskStorage(join(config.dataDir, 'media'));
  const listeners = new Set<PublishTags>();
  const publishTags: PublishTags = (tags) => {
    for (const listener of listeners) listener(tags);
  };
  const services: Services = {
    media: createMedia({ storage }),
    accounts: createAccounts({ db, clock }),
    profiles: createProfiles({ db }),
    apps: createApps({ db, clock, publishTags }),
    versions: createVersions({ db, clock, publishTags }),
    screenshots: createScreenshots({ db }),
    search: createSearch({ db }),
  };
  // Both under one lock: of several processes that start at once, one does the work and the others find it done.
  await db.exclusively(async () => {
    await migrate(db);
    if (config.sampleData) await ensureSampleData(db, services);
  });
  return {
    config,
    db,
    storage,
    services,
    onChange: (listener) => listeners.add(listener),
    close: () => db.close(),
  };
}
