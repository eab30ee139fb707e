import type { Kysely, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Schema } from './schema.ts';

export type ReadDb = ReadonlyKysely<Schema>;
export type WriteDb = Transaction<Schema>;

/** A transaction as the source of reads, so that they see what it has written. */
export function readingIn(trx: WriteDb): ReadDb {
  // Kysely types the two apart by what a query may answer; a transaction reads like every connection.
  return trx as unknown as ReadDb;
}

/** The differences between SQLite and PostgreSQL. */
export interface Engine {
  name: 'sqlite' | 'postgres';
  /** The column (or index) that a failed write would have repeated, or null when the failure was another one. */
  uniqueViolation(error: unknown): string | null;
  /** Whether a write failed because something refers to what it removed, or because what it refers to is not there. */
  isForeignKeyViolation(error: unknown): boolean;
}

/** Numbers of connections, and of requests that wait for one. */
export interface PoolState {
  size: number;
  idle: number;
  waiting: number;
  most: number;
}

export interface Database {
  engine: Engine;
  /** Runs queries outside a transaction. Sees everything that was committed. */
  read: ReadDb;
  /**
   * Runs `work` in one transaction: all of it is kept, or nothing. On PostgreSQL it runs again when another transaction
   * was in its way, so it must do nothing that cannot be done twice.
   * @throws DatabaseUnavailable when the database does not answer
   */
  write<Result>(work: (trx: WriteDb) => Promise<Result>): Promise<Result>;
  /** Resolves when the database answers; rejects with the reason. */
  check(): Promise<void>;
  /** Runs `work`, unless another process or node is in it: for what one does for all. */
  ifAlone(work: () => Promise<void>): Promise<void>;
  /**
   * Whether another process has committed something since the last call. PostgreSQL: always false; who writes there
   * tells the nodes (nodes/), because asking would not say which of them it was.
   */
  changedElsewhere(): boolean;
  /** Connections to PostgreSQL; null where there is no pool of them. */
  pool(): PoolState | null;
  /** Number of calls that failed because the database did not answer. */
  outages(): number;
  close(): Promise<void>;
}

/** A database whose schema is still to be brought up to date. */
export interface OpenDatabase extends Database {
  kysely: Kysely<Schema>;
  /**
   * Runs `work`, which changes the schema by way of `kysely` and uses nothing else meanwhile: all of it is kept, or
   * nothing.
   */
  migrating<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs `work` while no other process or node is in it. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}
