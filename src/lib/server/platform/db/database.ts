import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { DataKey } from '../reads/data-keys.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../errors.ts';
import type { Schema } from './schema.ts';

/** What reads: a connection, or a transaction, whose reads see what it has written. */
export type ReadDb = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>;
export type WriteDb = Transaction<Schema>;

/** The differences between SQLite and PostgreSQL. */
export interface Engine {
  name: 'sqlite' | 'postgres';
  /** The column (or index) whose uniqueness a write violated; null for any other failure. */
  uniqueViolation(error: unknown): string | null;
  /** Whether a write violated a foreign key. */
  isForeignKeyViolation(error: unknown): boolean;
  /** A text in small letters and without accents, as `fold` (lib/shared/text) makes it of Latin letters. */
  folded(text: RawBuilder<string>): RawBuilder<string>;
}

export interface Database {
  engine: Engine;
  /** For queries outside of transactions. They see everything that was committed. */
  read: ReadDb;
  /**
   * Runs `work` in one transaction. On PostgreSQL it runs again after a conflict with another transaction, so it must
   * do nothing that cannot be repeated.
   * @throws DatabaseUnavailable when the database does not answer
   */
  write<Result>(work: (trx: WriteDb) => Promise<Result>): Promise<Result>;
  /** Sets what happens after a commit (after-commit.ts). The write resolves after it. */
  onCommit(listener: (keys: DataKey[]) => Promise<void>): void;
  /** Resolves when the database answers; rejects with the reason. */
  check(): Promise<void>;
  /** Runs `work` unless another node runs it at the moment, for work that one node does for all. */
  ifAlone(work: () => Promise<void>): Promise<void>;
  /**
   * SQLite: whether another process has committed since the last call. PostgreSQL: always false, because writers tell
   * the nodes what they change (nodes/).
   */
  changedElsewhere(): boolean;
  /** Connections to PostgreSQL, and requests that wait for one; null if there is no pool of them. */
  pool(): { size: number; waiting: number } | null;
  /** Number of calls that failed because the database did not answer. */
  outages(): number;
  close(): Promise<void>;
}

/** A database whose schema may be outdated. */
export interface OpenDatabase extends Database {
  kysely: Kysely<Schema>;
  /** Waits until no other process or node runs such work, and runs `work`. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A database before `notingChanges`. */
export interface BareDatabase extends Omit<OpenDatabase, 'onCommit'> {
  /** Tells the nodes what the transaction has changed, if and when it commits. */
  announce(trx: WriteDb, keys: readonly DataKey[]): Promise<void>;
}

/** Long enough for a restart of the database, short enough for a person who waits. */
const retryAfterSeconds = 2;

/**
 * The database did not answer, and as far as is known nothing was changed. Answered with 503 and Retry-After, because
 * trying again is right.
 */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super(503, messages.errors.away, {}, retryAfterSeconds);
    this.name = 'DatabaseUnavailable';
    this.cause = cause;
  }
}
