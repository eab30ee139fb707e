import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import {
  Kysely,
  SqliteDialect,
  SqliteQueryCompiler,
  sql,
  type DialectAdapter,
  type SelectModifierNode,
  type SqliteDatabase,
} from 'kysely';
import { fold } from '../../../shared/text/text.ts';
import { rethrowDiskFault } from '../disk-fault.ts';
import { createGroupCommit } from './group-commit.ts';
import { DatabaseUnavailable, type BareDatabase, type Engine, type WriteDb } from './database.ts';
import { lockFile } from './directory-lock.ts';
import type { Schema } from './schema.ts';

/**
 * How long a writer waits for another process's transaction. The wait blocks the process, so a longer lock (of a tool
 * that was left open) makes the write fail with 503 instead of stopping all readers.
 */
const busyTimeoutMs = 2_000;

/** How long a start waits for another one that migrates the directory. */
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
  // Its own lower() knows ASCII only.
  folded: (text) => sql<string>`folded(${text})`,
};

/** Prepared statements that a connection keeps. */
const maxStatements = 500;

/**
 * A transaction takes the write lock at its beginning: one that begins with a read could fail to get it later. SQLite
 * rolls back by itself when the disk fails.
 */
function sentFor(text: string, { inTransaction }: BetterSqlite.Database): string {
  if (text === 'begin') return 'begin immediate';
  return text === 'rollback' && !inTransaction ? 'select 1' : text;
}

/** Keeps prepared statements: preparing costs more than most of the queries here. */
function withStatementCache(connection: BetterSqlite.Database): SqliteDatabase {
  const statements = new Map<string, BetterSqlite.Statement>();
  return {
    close: () => {
      connection.close();
    },
    prepare(asked) {
      const text = sentFor(asked, connection);
      const statement = statements.get(text) ?? connection.prepare(text);
      // The one used last comes last.
      statements.delete(text);
      statements.set(text, statement);
      // Bounded, because multi-row inserts have a text for each length.
      const [unused] = statements.size > maxStatements ? statements.keys() : [];
      if (unused !== undefined) statements.delete(unused);
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
  // Small, because the operating system caches as well. Mapping the file was no faster, and counted as memory of the
  // process.
  connection.pragma(`cache_size = -${readonly ? 16_000 : 4_000}`);
  connection.pragma('temp_store = MEMORY');
  connection.function('folded', { deterministic: true }, (text) => fold(String(text)));
  if (readonly) connection.pragma('query_only = ON');
  return connection;
}

/**
 * @throws DatabaseUnavailable where another process held the lock for too long, AppError 503 if the disk is at
 * fault, or the error itself
 */
function rethrowFault(error: unknown): never {
  if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
    throw new DatabaseUnavailable(error);
  rethrowDiskFault(error);
}

/**
 * Migrates in a transaction, as Kysely by itself does on PostgreSQL only: what a migration did before it failed or was
 * killed would stay, and it would fail for ever after. Foreign keys cannot be turned off within a transaction, so a
 * migration that recreates a table must mind references to it.
 */
class Dialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return Object.defineProperty(super.createAdapter(), 'supportsTransactionalDdl', { value: true });
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new QueryCompiler();
  }
}

/** Leaves out the locks of rows, such as `for update`: a transaction that writes is alone in any case. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

/** Path of the database of a directory. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'naijabuilt.db');

/**
 * Opens `naijabuilt.db` in `dataDir`, which is created when missing. One connection writes, another one reads.
 * @param syncCommits whether a commit is on the disk before it is acknowledged
 */
export function openSqlite(
  dataDir: string,
  { syncCommits = true }: { syncCommits?: boolean | undefined } = {},
): BareDatabase {
  mkdirSync(dataDir, { recursive: true });
  const file = databaseFile(dataDir);
  const writing = connect(file, false);
  if (!syncCommits) writing.pragma('synchronous = OFF');
  const writer = new Kysely<Schema>({ dialect: new Dialect({ database: withStatementCache(writing) }) });
  const write = createGroupCommit(writer, () => writing.inTransaction);
  const reading = connect(file, true);
  // Changes with commits of other connections; of this process only this connection writes.
  const dataVersion = (): unknown => writing.pragma('data_version', { simple: true });
  let seenVersion = dataVersion();
  const reader = new Kysely<Schema>({ dialect: new Dialect({ database: withStatementCache(reading) }) });
  return {
    engine,
    kysely: writer,
    read: reader,
    write: <Result>(work: (trx: WriteDb) => Promise<Result>) => write(work).catch(rethrowFault),
    async check() {
      await sql`select 1`.execute(reader);
    },
    async exclusively(work) {
      const lock = lockFile(join(dataDir, 'start.lock'), startMs);
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
    // It has one node.
    announce: () => Promise.resolve(),
    outages: () => 0,
    async close() {
      await reader.destroy();
      await writer.destroy();
      // Kysely does not close a connection that it never used, and SQLite would leave its log beside the file.
      reading.close();
      writing.close();
    },
  };
}
