import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  Kysely,
  SqliteDialect,
  SqliteDriver,
  sql,
  type DatabaseConnection,
  type SqliteDatabase,
} from 'kysely';
import { rethrowDiskFault } from '../disk-fault.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Engine, OpenDatabase, ReadDb, WriteDb } from './database.ts';
import { lockFile } from './directory-lock.ts';
import type { Schema } from './schema.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * How long a writer waits for another process's transaction. Nothing else in its process runs meanwhile, so somebody
 * who holds the database for longer (a tool that was left open) costs a 503, and not everybody who reads.
 */
const busyTimeoutMs = 2_000;

/** How long a start waits for another one that brings the directory up to date. */
const startMs = 120_000;

const engine: Engine = {
  name: 'sqlite',
  uniqueViolation(error) {
    if (!(error instanceof BetterSqlite.SqliteError)) return null;
    if (error.code !== 'SQLITE_CONSTRAINT_UNIQUE' && error.code !== 'SQLITE_CONSTRAINT_PRIMARYKEY')
      return null;
    // "UNIQUE constraint failed: apps.name_key"
    return /failed: \w+\.(\w+)/.exec(error.message)?.[1] ?? '';
  },
  isForeignKeyViolation: (error) =>
    error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY',
};

/** Takes the write lock at the start: a transaction that begins by reading could not get it later without failing. */
class ImmediateDriver extends SqliteDriver {
  readonly #isOpen: () => boolean;

  constructor(database: SqliteDatabase, isOpen: () => boolean) {
    super({ database });
    this.#isOpen = isOpen;
  }

  /** When the disk fails, SQLite rolls back by itself, and there is nothing left to end. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isOpen()) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #driver: () => SqliteDriver;

  constructor(connection: BetterSqlite.Database) {
    const database = withStatementCache(connection);
    super({ database });
    this.#driver = () => new ImmediateDriver(database, () => connection.inTransaction);
  }

  override createDriver(): SqliteDriver {
    return this.#driver();
  }
}

/** Compiled statements are kept: preparing costs more than most of the queries here. */
function withStatementCache(connection: BetterSqlite.Database): SqliteDatabase {
  const statements = new Map<string, BetterSqlite.Statement>();
  return {
    close: () => {
      connection.close();
    },
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      const statement = connection.prepare(text);
      // Multi-row inserts have a text for each length; without a bound those would pile up.
      if (statements.size >= 500) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

/**
 * Pragmas are per connection, so every connection is opened here. `synchronous=FULL` syncs the log before a commit
 * is acknowledged; a reopened WAL database would otherwise run at NORMAL and lose the last commits at a power cut.
 */
function connect(file: string, readonly: boolean): BetterSqlite.Database {
  const connection = new BetterSqlite(file, { timeout: busyTimeoutMs });
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  // The rest comes from the operating system's cache. Mapping the file instead was no faster, and counted as memory of
  // the process.
  connection.pragma(`cache_size = -${readonly ? 16_000 : 4_000}`);
  connection.pragma('temp_store = MEMORY');
  if (readonly) connection.pragma('query_only = ON');
  return connection;
}

/**
 * @throws DatabaseUnavailable where others have written for too long, AppError 503 where the disk is at fault, or the
 * error itself
 */
function rethrowFault(error: unknown): never {
  if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
    throw new DatabaseUnavailable(error);
  rethrowDiskFault(error);
}

/** Path of the database of a directory. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'naijabuilt.db');

/**
 * Opens `naijabuilt.db` in `dataDir`, which is made when missing. One connection writes, another reads beside it.
 * @param syncCommits whether a commit is on the disk before it is acknowledged
 */
export function openSqlite(
  dataDir: string,
  { syncCommits = true }: { syncCommits?: boolean | undefined } = {},
): OpenDatabase {
  mkdirSync(dataDir, { recursive: true });
  const file = databaseFile(dataDir);
  const writing = connect(file, false);
  if (!syncCommits) writing.pragma('synchronous = OFF');
  const writer = new Kysely<Schema>({ dialect: new ImmediateDialect(writing) });
  const write = createGroupCommit(writer, () => writing.inTransaction);
  const reading = connect(file, true);
  // Changes with commits of other connections alone, and this one is the only one of this process that writes.
  const dataVersion = (): unknown => writing.pragma('data_version', { simple: true });
  let seenVersion = dataVersion();
  const reader = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: withStatementCache(reading) }),
  });
  return {
    engine,
    kysely: writer,
    read: reader as unknown as ReadDb,
    write: <Result>(work: (trx: WriteDb) => Promise<Result>) => write(work).catch(rethrowFault),
    async check() {
      await sql`select 1`.execute(reader);
    },
    async migrating(work) {
      // Kysely's migrator begins no transaction on SQLite. What a migration did before it failed, or was killed, would
      // stay without being noted as done, and it would fail for ever after. Foreign keys stay on: within a transaction
      // they cannot be put off, so a migration that makes a table anew must mind what refers to it.
      writing.exec('begin immediate');
      try {
        const result = await work();
        writing.exec('commit');
        return result;
      } finally {
        // SQLite has rolled back by itself when the disk is full.
        if (writing.inTransaction) writing.exec('rollback');
      }
    },
    async exclusively(work) {
      const lock = lockFile(join(dataDir, 'start.lock'), 'exclusive', startMs);
      if (!lock)
        throw new DatabaseUnavailable(new Error('Another process has not got ready in two minutes.'));
      try {
        return await work();
      } finally {
        lock.release();
      }
    },
    // SQLite has one server.
    ifAlone: (work) => work(),
    changedElsewhere() {
      if (!writing.open) return false;
      const before = seenVersion;
      seenVersion = dataVersion();
      return seenVersion !== before;
    },
    pool: () => null,
    outages: () => 0,
    async close() {
      await reader.destroy();
      await writer.destroy();
      // Kysely leaves open what it has never used, and with it SQLite its log beside the file.
      reading.close();
      writing.close();
    },
  };
}
