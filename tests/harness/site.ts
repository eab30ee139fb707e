// The whole product behind its real socket, in this process: the only module of the tests that knows how it is built.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { withDatabase, type Operating } from '../../scripts/command.ts';
import { compose } from '../../src/compose.ts';
import { grantRole } from '../../src/lib/server/accounts/desk.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { loadSampleData } from '../../src/sample-data/load-sample-data.ts';
import { createServer, loadPages } from '../../src/serve.ts';
import { createClock, type TestClock } from './clock.ts';
import { createDatabase } from './postgres.ts';

export type Engine = 'sqlite' | 'postgres';
export type StaffRole = 'admin' | 'moderator';
export type LogLine = Record<string, unknown> & { level: string; msg: string };

/** In pages, mails and tokens. The product listens elsewhere. */
const siteUrl = 'http://naijabuilt.test';

/** Hashes of passwords that protect nothing. */
const hashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export interface SiteOptions {
  engine?: Engine;
  clock?: TestClock;
  env?: Record<string, string>;
  /** Whether it has the sample listings, with the pictures of two of them. */
  samples?: boolean;
  /** A stopped site whose data are copied. */
  from?: Site;
}

export interface Site {
  engine: Engine;
  /** Where it listens. */
  origin: string;
  /** The address that its pages and mails name. */
  siteUrl: string;
  dataDir: string;
  database: string | null;
  clock: TestClock;
  /** Lines of the log since the last call, from warnings up. Errors that no test has read fail its file. */
  logged(): LogLine[];
  /** Sends the mails that wait. */
  sendMails(): Promise<void>;
  /** Does everything that is due: jobs, mails, looks at links and proofs, and what the timers of a node begin. */
  work(): Promise<void>;
  /** The hourly removal of what has expired. */
  sweep(): Promise<void>;
  isLimited: boolean;
  /** Runs a statement in the database, as an operator may by hand. @returns its rows */
  sql<Row = unknown>(statement: string): Promise<Row[]>;
  /** What `npm run grant-role` does. */
  grantRole(email: string, role: StaffRole): Promise<void>;
  /** Stops the server, and starts it again on the same data. */
  restart(env?: Record<string, string>): Promise<void>;
  /** Stops the server. @throws if it has logged errors that no test has read */
  close(): Promise<void>;
  /** Removes the data. */
  remove(): Promise<void>;
}

/** Each process has a folder of its own: a product removes old files of uploads from the temporary folder. */
const root = mkdtempSync(join(tmpdir(), 'sites-'));
process.env['TMPDIR'] = root;
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

const noOtherNodes = {
  onChange: () => undefined,
  otherVersions: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

async function start(env: Record<string, string>, clock: TestClock, write: (line: string) => void) {
  const log = createLogger('warn', { write });
  const pages = loadPages();
  const product = await compose(parseConfig(env), {
    clock,
    log,
    hashCost,
    syncCommits: false,
  });
  const { server } = await createServer(product, await pages, noOtherNodes, log);
  const { port } = await server.listen();
  const { services, jobs, outbox, rechecks } = product;
  return {
    port,
    product,
    async work(): Promise<void> {
      await services.follows.beginMails();
      for (const worker of [rechecks, services.links, jobs, outbox]) await worker.flush();
      await services.views.flush();
    },
    async close(): Promise<void> {
      server.destroy();
      await server.close();
      await product.close();
    },
  };
}

export async function openSite({
  engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite',
  clock = createClock(),
  env: own = {},
  samples = false,
  from,
}: SiteOptions = {}): Promise<Site> {
  const dataDir = mkdtempSync(join(root, 'site-'));
  if (from) cpSync(from.dataDir, dataDir, { recursive: true });
  const database = engine === 'postgres' ? await createDatabase(from?.database ?? undefined) : null;
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: '0',
    SITE_URL: siteUrl,
    AUTH_SECRET: 'a secret of tests, which is long enough',
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    OUTBOUND: 'off',
    TRUST_PROXY: 'on',
    ...(database && { DATABASE_URL: database.url }),
    ...own,
  };
  let lines: LogLine[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as LogLine);
  let running = await start(env, clock, write);
  if (samples)
    await loadSampleData(running.product.services, {
      now: clock(),
      picturesOf: (name) => (name.length % 2 === 0 ? 'Kuda' : 'Grey'),
    });
  const origin = (): string => `http://${env['HOST'] ?? '127.0.0.1'}:${String(running.port)}`;
  return {
    engine,
    get origin() {
      return origin();
    },
    siteUrl: env['SITE_URL'] ?? siteUrl,
    dataDir,
    isLimited: env['RATE_LIMIT'] === 'on',
    database: database?.name ?? null,
    clock,
    logged() {
      const read = lines;
      lines = [];
      return read;
    },
    sendMails: () => running.product.outbox.flush(),
    work: () => running.work(),
    sweep: () => running.product.sweep(),
    sql: async <Row>(statement: string) =>
      (await running.product.db.write((trx) => sql.raw<Row>(statement).execute(trx))).rows,
    async grantRole(email, role) {
      const granting = (operating: Operating) => grantRole(operating, { email, role });
      const { before } = await withDatabase(granting, parseConfig(env));
      if (before === role) throw new Error(`${email} is ${role} already.`);
    },
    async restart(changed = {}) {
      await running.close();
      running = await start(Object.assign(env, changed), clock, write);
    },
    async close() {
      await running.close();
      const errors = lines.filter(({ level }) => level === 'error' || level === 'fatal');
      if (errors.length > 0)
        throw new Error(
          `The product has logged errors:\n${errors.map((line) => JSON.stringify(line)).join('\n')}`,
        );
    },
    async remove() {
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
