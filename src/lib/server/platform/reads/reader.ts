import type { Database, WriteDb } from '../db/database.ts';
import { createKeptReads, type KeptReads } from './kept-reads.ts';
import { unrecorded, type Reads } from './reads.ts';

/** The first parameter of every read: the database, and the recorder of what was read. */
export interface Reader extends Pick<Database, 'engine' | 'read'> {
  reads: Reads;
  kept: KeptReads;
}

/** @param kept what earlier reads have found, for answers of a server, which hears of every change */
export function readerOf(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  reads: Reads,
  kept = createKeptReads(0),
): Reader {
  return { engine, read, reads, kept };
}

/** A reader for reads that become no answer. */
export function unrecordedReader(db: Pick<Database, 'engine' | 'read'>): Reader {
  return readerOf(db, unrecorded);
}

/** A reader of what a transaction has written so far. */
export function transactionReader({ engine }: Pick<Database, 'engine'>, trx: WriteDb): Reader {
  return unrecordedReader({ engine, read: trx });
}
