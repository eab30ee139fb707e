import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import type { Logger } from '../log.ts';
import type { Engine, OpenDatabase, ReadDb } from './database.ts';
import { createNestingGuard } from './nesting-guard.ts';
import { failureKind } from './postgres-errors.ts';
import { retrying } from './postgres-retry.ts';
import type { Schema } from './schema.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Any numbers that no other program uses for an advisory lock in this database. */
const startLock = 7_245_118_803;
const upkeepLock = 7_245_118_804;

/**
 * `statement`: longer than any statement of a page or the API takes, so that a runaway gives its connection back.
 * `idleTransaction`: a process that is stuck in the middle of a transaction must not hold its locks for ever.
 * `silence`: after that, beyond the time of a statement, the answer will not come: the database ends what takes too
 * long by itself, but one whose machine is gone says nothing. `start`: how long a start waits for the database.
 */
const timeoutsMs = {
  statement: 30_000,
  lock: 10_000,
  idleTransaction: 60_000,
  silence: 5_000,
  start: 60_000,
};

/** Asks an idle connection after 10 s whether anybody is there still; the system's own default is two hours. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const uniqueViolationCode = '23505';
const foreignKeyViolationCode = '23503';

const engine: Engine = {
  name: 'postgres',
  uniqueViolation(error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolationCode) return null;
    // 'Key (name_key)=(paystack) already exists.'
    return /^Key \((\w+)/.exec(error.detail ?? '')?.[1] ?? '';
  },
  isForeignKeyViolation: (error) =>
    error instanceof pg.DatabaseError && error.code === foreignKeyViolationCode,
};

// bigint columns hold milliseconds and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PostgresOptions {
  /** Connections of this process at most, besides the one that tells of changes. */
  poolSize?: number;
  /** How long a connection may take to be made, or to come free in the pool, in milliseconds. */
  waitMs?: number;
  /** How long a statement may take, in milliseconds; 0 for as long as it likes. */
  statementMs?: number;
  /** How long a start waits for a database that does not answer, in milliseconds. */
  startMs?: number;
  log?: Logger | undefined;
}

/** @param url `postgres://user:password@host:port/database` */
export function openPostgres(
  url: string,
  {
    poolSize = 10,
    waitMs = 5_000,
    statementMs = timeoutsMs.statement,
    startMs = timeoutsMs.start,
    log,
  }: PostgresOptions = {},
): OpenDatabase {
  const pool = openPool(url, { max: poolSize, waitMs, statementMs, log });
  const nesting = createNestingGuard();
  let outages = 0;
  const counting = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) outages += 1;
      throw error;
    }
  };

  const writer = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const reader = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: retryingReadPool(pool, counting) }),
  });
  // Made when first used. An index of a large table takes longer to make than a request may.
  const migrator = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: () => Promise.resolve(openPool(url, { max: 1, waitMs, statementMs: 0, log })),
    }),
  });

  return {
    engine,
    kysely: migrator,
    read: reader as unknown as ReadDb,
    async write(work) {
      nesting.refuse();
      let committing = false;
      const attempt = () =>
        writer.transaction().execute(async (trx) => {
          committing = false;
          const result = await nesting.run(() => work(trx));
          committing = true;
          return result;
        });
      // Once a commit is under way, a broken connection leaves it open whether it has happened.
      return await counting(retrying(attempt, () => !committing));
    },
    async check() {
      await sql`select 1`.execute(reader);
    },
    // Kysely's migrator begins a transaction itself.
    migrating: (work) => work(),
    async exclusively(work) {
      const client = await connectAtStart(url, { waitMs, startMs, log });
      try {
        await client.query('select pg_advisory_lock($1)', [startLock]);
        return await work();
      } finally {
        // Ending the connection frees the lock whatever happened.
        await client.end();
      }
    },
    async ifAlone(work) {
      const client = await connectedClient(url, waitMs);
      try {
        const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
          upkeepLock,
        ]);
        if (rows[0]?.taken) await work();
      } finally {
        await client.end();
      }
    },
    changedElsewhere: () => false,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, most: poolSize }),
    outages: () => outages,
    async close() {
      await reader.destroy();
      await migrator.destroy();
      // Does nothing where it was never used, and the pool with it.
      await writer.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}

interface PoolOptions {
  max: number;
  waitMs: number;
  statementMs: number;
  log: Logger | undefined;
}

function openPool(url: string, { max, waitMs, statementMs, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'naijabuilt',
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    ...(statementMs > 0 && { query_timeout: statementMs + timeoutsMs.silence }),
    lock_timeout: timeoutsMs.lock,
    idle_in_transaction_session_timeout: timeoutsMs.idleTransaction,
    ...keepAlive,
  });
  // A connection that breaks while idle: the pool replaces it, and the next query that fails says so to its caller.
  pool.on('error', (error) => {
    log?.warn('An idle connection to PostgreSQL broke', { error });
  });
  // One that breaks in the middle of a transaction: the query that fails tells its caller, but without a listener the
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A pool for single statements that only read: one whose connection breaks is sent again on another. */
function retryingReadPool(
  pool: pg.Pool,
  counting: <Result>(work: Promise<Result>) => Promise<Result>,
): PostgresPool {
  async function send(text: string, parameters: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    let broken = false;
    try {
      return await client.query(text, parameters);
    } catch (error) {
      broken = failureKind(error) === 'lost';
      throw error;
    } finally {
      client.release(broken);
    }
  }
  const query = (text: string, parameters: unknown[]) => counting(retrying(() => send(text, parameters)));
  return {
    options: pool.options,
    connect: () => Promise.resolve({ query: query as never, release: () => undefined }),
    end: () => Promise.resolve(),
  };
}

async function connectedClient(url: string, waitMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'naijabuilt',
    connectionTimeoutMillis: waitMs,
    ...keepAlive,
  });
  // Queries on it fail and report the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface StartOptions {
  waitMs: number;
  startMs: number;
  log: Logger | undefined;
}

/**
 * A node and its database often start together, and a database that has just come up may have more callers than it
 * takes.
 * @throws ConfigError with one line, where none has answered in time or this one lets nobody in
 */
async function connectAtStart(url: string, { waitMs, startMs, log }: StartOptions): Promise<pg.Client> {
  const deadline = performance.now() + startMs;
  const { host } = new URL(url);
  for (let told = false; ; told = true) {
    try {
      return await connectedClient(url, waitMs);
    } catch (error) {
      const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
      if (failureKind(error) === 'fault' || performance.now() > deadline)
        throw new ConfigError(
          `DATABASE_URL: PostgreSQL at ${host} could not be used (${reason}). Start it, or correct the address.`,
        );
      if (!told) log?.warn(`PostgreSQL at ${host} does not answer yet; trying for a minute`, { error });
      await sleep(250);
    }
  }
}
