import type { Database, WriteDb } from './database.ts';

/**
 * Runs `work` in a transaction that is rolled back, to find what it would do.
 * @returns the result of the work
 */
export async function dryRun<Result extends object>(
  db: Pick<Database, 'write'>,
  work: (trx: WriteDb) => Promise<Result>,
): Promise<Result> {
  const end = new Error('The dry run is over.');
  const found: { result?: Result } = {};
  await db
    .write(async (trx) => {
      found.result = await work(trx);
      throw end;
    })
    .catch((error: unknown) => {
      if (error !== end) throw error;
    });
  if (!found.result) throw new Error('A dry run has committed.');
  return found.result;
}
