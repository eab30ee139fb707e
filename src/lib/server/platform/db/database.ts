import type { Kysely, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Schema } from './schema.ts';

export type ReadDb = ReadonlyKysely<Schema>;
export type WriteDb = Transaction<Schema>;

/** What differs between SQLite and PostgreSQL, and nothing else. */
export interface Engine {
  name: 'sqlite' | 'postgres';
  /** The column (or index) that a failed write would have repeated, or null when the failure was another one. */
  uniqueViolation(error: unknown): string | null;
  /** Whether a write failed because something refers to what it removed, or because what it refers to is not there. */
  isForeignKeyViolation(error: unknown): boolean;
}

export interface Database {
  engine: Engine;
  /** For queries outside a transaction. Sees everything that was committed. */
  read: ReadDb;
  /** Runs `work` in one transaction: all of it is kept, or nothing. */
  write<Result>(work: (trx: WriteDb) => Promise<Result>): Promise<Result>;
  /** Resolves when the database answers; rejects with the reason. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A database whose schema is still to be brought up to date. */
export interface OpenDatabase extends Database {
  kysely: Kysely<Schema>;
  /** Runs `work` while no other process or node is in it. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}
