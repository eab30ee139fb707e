// The whole product on a real database, for one test file.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { AnswerInSteps } from '../../src/lib/server/accounts/index.ts';
import type { Clock } from '../../src/lib/server/platform/clock.ts';
import type { Logger } from '../../src/lib/server/platform/log.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { compose, type Product } from '../../src/compose.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { createDatabase, templateName } from './fresh-database.ts';
import { cheapHashCost } from './hash-cost.ts';
import { testsAll } from './scope.ts';
import { postgresUrl } from './postgres-url.ts';

export type EngineName = 'sqlite' | 'postgres';

/** For properties that a database can change in a way of its own: queries, migrations, races that locks decide. */
export const bothEngines: readonly EngineName[] = ['sqlite', 'postgres'];

/**
 * For properties that can differ between databases, but whose statements other tests run on both: SQLite in `npm test`,
 * both in `npm run test:all`.
 */
export const engines: readonly EngineName[] = testsAll ? bothEngines : ['sqlite'];

/**
 * For properties that do not depend on the database: texts, forms, roles, limits, and pages made of reads that other
 * tests run on PostgreSQL as well (docs/decisions/017-checks.md).
 */
export const oneEngine = ['sqlite'] as const;

export const siteUrl = 'http://naijabuilt.test';

interface Options {
  clock?: Clock;
  env?: Record<string, string>;
  log?: Logger;
  /** Called instead of sending waiting mails. */
  wakeMail?: () => void;
  /** Hashes passwords as the product does; one hash takes 30 ms. */
  fullHashes?: boolean;
  /** How answers are delayed to hide the time of their work; by default they are not. */
  answerInSteps?: AnswerInSteps;
}

export interface TestProduct extends Product {
  /** Ends the product and removes its data. */
  dispose(): Promise<void>;
}

const atOnce: AnswerInSteps = (_stepMs, work) => work();

/** Creates a product without sample data, in its own folder and (on PostgreSQL) its own database. */
export async function createTestProduct(
  engine: EngineName,
  { clock, env, log, wakeMail, fullHashes = false, answerInSteps = atOnce }: Options = {},
): Promise<TestProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  const database = engine === 'postgres' ? await createDatabase(await postgresUrl(), templateName) : null;
  if (!database) await copyFile(inject('sqliteTemplate'), databaseFile(dataDir));
  const settings: Record<string, string> = {
    DATA_DIR: dataDir,
    SITE_URL: siteUrl,
    SAMPLE_DATA: 'off',
    OUTBOUND: 'off',
    ...env,
  };
  if (database) settings['DATABASE_URL'] = database.url;
  const product = await compose(parseConfig(settings), {
    ...(clock && { clock }),
    ...(log && { log }),
    ...(wakeMail && { wakeMail }),
    ...(!fullHashes && { hashCost: cheapHashCost }),
    answerInSteps,
    syncCommits: false,
  });
  return {
    ...product,
    async dispose() {
      try {
        await product.close();
      } finally {
        await database?.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

let counter = 0;

/** Creates an account that may publish apps, with a new name at each call. */
export async function createOwner(product: Product): Promise<string> {
  counter += 1;
  const owner = await product.services.accounts.createSampleOwner({
    email: `owner${counter}@example.com`,
    firstname: 'Ada',
    lastname: `Obi${counter}`,
    about: '',
    country: 'Nigeria',
    countryCode: 'NG',
    phoneNo: '',
    address: '',
    tags: [],
    socialLinks: {},
    dateJoined: Date.UTC(2025, 0, 1),
    picture: null,
  });
  return owner.id;
}

type NewApp = Parameters<Product['services']['apps']['publishApp']>[0];

export function newApp(ownerId: string, app: Partial<NewApp> = {}): NewApp {
  counter += 1;
  return {
    ownerId,
    name: `App ${counter}`,
    description: 'An app that does one thing well.',
    platform: 'web',
    categories: ['Finance'],
    website: 'https://example.com',
    logo: null,
    screenshots: [],
    ...app,
  };
}
