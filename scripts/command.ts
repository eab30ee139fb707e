// What the operator's commands share: arguments, settings, exit codes, and the database beside a running site.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openDatabase } from '../src/open-stores.ts';
import type { Product } from '../src/compose.ts';
import { systemClock } from '../src/lib/server/platform/clock.ts';
import { parseConfig, type Config } from '../src/lib/server/platform/config/config.ts';
import { prepareDirectory } from '../src/lib/server/platform/config/data-directory.ts';
import type { Database } from '../src/lib/server/platform/db/database.ts';
import { acceptsNewer, appliedMigrations, knownMigrations } from '../src/lib/server/platform/db/migrate.ts';
import { databaseFile } from '../src/lib/server/platform/db/sqlite.ts';
import { AppError, ConfigError } from '../src/lib/server/platform/errors.ts';
import { createLogger } from '../src/lib/server/platform/log.ts';
import { createAudit, type Audit } from '../src/lib/server/platform/security/audit.ts';

/** Wrong arguments: its message is printed above the help, and the command ends with 2. */
export class UsageError extends Error {}

/** Why a command cannot be done, in one sentence for the operator: it ends with 1. */
export class Refusal extends Error {}

type OptionTypes = NonNullable<ParseArgsConfig['options']>;

interface Usage<Options extends OptionTypes> {
  help: string;
  options?: Options;
  /** How many arguments without a name it takes, at least and at most. */
  takes?: readonly [number, number];
}

type Given<Options extends OptionTypes> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** Runs a command with the settings of `.env`. An error is printed, and ends the process. */
export async function runCommand<Options extends OptionTypes>(
  { help, options = {} as Options, takes: [least, most] = [0, 0] }: Usage<Options>,
  work: (given: Given<Options>) => unknown,
): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(help);
    return;
  }
  if (existsSync('.env')) loadEnvFile('.env');
  try {
    await work(read(options, least, most));
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${help}`);
      process.exit(2);
    }
    const isPlain = [ConfigError, AppError, Refusal].some((type) => error instanceof type);
    console.error(isPlain && error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

function read<Options extends OptionTypes>(options: Options, least: number, most: number): Given<Options> {
  let given: Given<Options>;
  try {
    given = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const count = given.positionals.length;
  if (count < least) throw new UsageError('Something is missing.');
  if (count > most) throw new UsageError('These are too many. Put quotes around what has a space in it.');
  return given;
}

/** What a command of the operator may use beside a running site. */
export interface Operating {
  config: Config;
  db: Database;
  clock: () => number;
  audit: Audit;
}

/**
 * Runs a command on the configured database, also while the site is in use. On PostgreSQL its transactions tell the
 * nodes; a server on SQLite looks every second whether another process has written.
 * @throws ConfigError if there is no database, or none of this version; nothing has been written then
 */
export async function withDatabase<Result>(
  work: (operating: Operating) => Promise<Result>,
  config = parseConfig(process.env),
): Promise<Result> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === undefined && !existsSync(databaseFile(dataDir)))
    throw new ConfigError(
      `DATA_DIR=${dataDir}: there is no database. Set DATA_DIR to the directory of the site, or DATABASE_URL.`,
    );
  if (databaseUrl === undefined) prepareDirectory(config);
  const db = await openDatabase(config, { isCommand: true });
  try {
    await acceptsNewer(db);
    const applied = await appliedMigrations(db);
    if (knownMigrations.some((name) => !applied.includes(name)))
      throw new ConfigError(
        'The database is not one that this version has used. Look at DATABASE_URL and DATA_DIR; after an update, start the server first.',
      );
    return await work({ config, db, clock: systemClock, audit: createAudit({ db, clock: systemClock }) });
  } finally {
    await db.close();
  }
}

/** Like `withDatabase`, with all services. */
export async function withProduct<Result>(work: (product: Product) => Promise<Result>): Promise<Result> {
  // Refuses a database that `compose` would create, or migrate under a running server.
  const config = await withDatabase(({ config: found }) => Promise.resolve(found));
  const options = { log: createLogger('error'), isCommand: true };
  // Imported here, because it loads most of the server.
  const { compose } = await import('../src/compose.ts');
  const product = await compose(config, options);
  try {
    return await work(product);
  } finally {
    await product.close();
  }
}

export const inEnglish = (count: number): string => count.toLocaleString('en');

/** '1 row', '2 rows' */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${inEnglish(count)} ${count === 1 ? one : more}`;

export const sumOf = (numbers: Record<string, number>): number =>
  Object.values(numbers).reduce((sum, one) => sum + one, 0);

export const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Texts typed by others, without control characters, for a terminal. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');

/** Prints the progress of a step at most once a second, to standard error. */
export function progressOf(step: string): (done: number, total: number) => void {
  let shown = performance.now();
  return (done, total) => {
    const now = performance.now();
    if (now - shown < 1_000) return;
    shown = now;
    console.error(`  ${step}: ${inEnglish(done)} of ${inEnglish(total)}`);
  };
}
