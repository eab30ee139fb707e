import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { dropMessage, everyone } from '../nodes/change-channel.ts';
import { DatabaseUnavailable, type BareDatabase, type Engine } from './database.ts';
import { failureKind, retrying, retryingReadPool } from './postgres-retry.ts';
import type { Schema } from './schema.ts';

/** Keys of advisory locks: arbitrary numbers that no other program uses in this database. */
const startLock = 7_245_118_803;
const upkeepLock = 7_245_118_804;

/**
 * `statement`: longer than any statement of a page or the API takes, so that a runaway releases its connection.
 * `idleTransaction`: a process that is stuck in a transaction must not hold its locks for ever. `silence`: how long
 * after the statement timeout to wait for the database's own error; a machine that is gone sends none. `start`: how
 * long a start waits for the database. `wait`: how long to wait for a new connection, or a free one of the pool.
 */
const timeoutsMs = {
  wait: 5_000,
  statement: 30_000,
  lock: 10_000,
  idleTransaction: 60_000,
  silence: 5_000,
  start: 60_000,
};

/** TCP keep-alive after 10 s; the system's default is two hours. */
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
  folded: (text) => sql<string>`lower(regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g'))`,
};

// bigint columns hold milliseconds and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface PostgresOptions {
  /** Maximum of connections of this process, besides the one of the change channel. */
  poolSize: number;
  log?: Logger | undefined;
  /** Whether a process opens it that is no node: its transactions make the nodes drop everything. */
  isCommand: boolean;
}

/** @param url `postgres://user:password@host:port/database` */
export function openPostgres(url: string, { poolSize, log, isCommand }: PostgresOptions): BareDatabase {
  const pool = openPool(url, poolSize, timeoutsMs.statement, log);
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
  // Without a statement timeout: an index of a large table takes long to create. Connects when first used.
  const migrator = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: () => Promise.resolve(openPool(url, 1, 0, log)),
    }),
  });

  return {
    engine,
    kysely: migrator,
    read: reader,
    async write(work) {
      const progress = { isCommitting: false };
      const attempt = () =>
        writer.transaction().execute(async (trx) => {
          progress.isCommitting = false;
          const result = await work(trx);
          progress.isCommitting = true;
          return result;
        });
      return await counting(retrying(attempt, () => !progress.isCommitting));
    },
    async announce(trx, keys) {
      if (keys.length === 0 && !isCommand) return;
      await sql`select pg_notify(${everyone}, ${dropMessage(isCommand ? null : keys)})`.execute(trx);
    },
    async check() {
      await sql`select 1`.execute(reader);
    },
    async exclusively(work) {
      const client = await connectAtStart(url, log);
      try {
        await client.query('select pg_advisory_lock($1)', [startLock]);
        return await work();
      } finally {
        // Ending the connection releases the lock in any case.
        await client.end();
      }
    },
    async ifAlone(work) {
      const client = await connectedClient(url);
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
    pool: () => ({ size: pool.totalCount, waiting: pool.waitingCount }),
    outages: () => outages,
    async close() {
      await reader.destroy();
      await migrator.destroy();
      // Does nothing where it was never used, and then leaves the pool open.
      await writer.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}

function openPool(url: string, max: number, statementMs: number, log: Logger | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'naijabuilt',
    // Pages read a few rows: starting workers, or compiling, takes 30 ms for what one process finds in five.
    options: '-c max_parallel_workers_per_gather=0 -c jit=off',
    connectionTimeoutMillis: timeoutsMs.wait,
    statement_timeout: statementMs,
    ...(statementMs > 0 && { query_timeout: statementMs + timeoutsMs.silence }),
    lock_timeout: timeoutsMs.lock,
    idle_in_transaction_session_timeout: timeoutsMs.idleTransaction,
    ...keepAlive,
  });
  // An idle connection broke. The pool replaces it.
  pool.on('error', (error) => {
    log?.warn('An idle connection to PostgreSQL broke', { error });
  });
  // A connection broke in a transaction. The failing query rejects; without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function connectedClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'naijabuilt',
    connectionTimeoutMillis: timeoutsMs.wait,
    ...keepAlive,
  });
  // Its queries reject with the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Retries, because a node and its database often start together, and a database that has just started may be
 * overloaded.
 * @throws ConfigError with one line, where the database does not answer in time or refuses the login
 */
async function connectAtStart(url: string, log: Logger | undefined): Promise<pg.Client> {
  const deadline = performance.now() + timeoutsMs.start;
  const { host } = new URL(url);
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await connectedClient(url);
    } catch (error) {
      const reason = error instanceof Error && error.message !== '' ? error.message : String(error);
      if (failureKind(error) === 'fault' || performance.now() > deadline)
        throw new ConfigError(
          `DATABASE_URL: PostgreSQL at ${host} could not be used (${reason}). Start it, or correct the address.`,
        );
      if (!isLogged) log?.warn(`PostgreSQL at ${host} does not answer yet; trying for a minute`, { error });
      await sleep(250);
    }
  }
}
