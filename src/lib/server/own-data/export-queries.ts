// Rows of collected exports: the parts of their texts, and the ids of their pictures.
import type { DeleteResult } from 'kysely';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { countDeleted } from '../platform/db/count-rows.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import type { ExportPartTable } from '../platform/db/schema.ts';
import { existingJobs, removeFinished } from '../platform/jobs/jobs.ts';

interface PartOf {
  accountId: string;
  jobId: string;
  now: number;
}

export async function insertPart(
  trx: WriteDb,
  { accountId, jobId, now }: PartOf,
  number: number,
  data: Uint8Array,
): Promise<void> {
  await trx
    .insertInto('export_parts')
    .values({ account_id: accountId, job_id: jobId, number, data, created_at: now })
    .execute();
}

export async function insertPictures(
  trx: WriteDb,
  { accountId, jobId, now }: PartOf,
  mediaIds: string[],
): Promise<void> {
  if (mediaIds.length === 0) return;
  const row = { account_id: accountId, job_id: jobId, created_at: now };
  await trx
    .insertInto('export_pictures')
    .values(mediaIds.map((media_id) => ({ ...row, media_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Parts from a number on, in order. */
export async function findParts(
  read: ReadDb,
  jobId: string,
  first: number,
  limit: number,
): Promise<Pick<ExportPartTable, 'number' | 'data'>[]> {
  return await read
    .selectFrom('export_parts')
    .select(['number', 'data'])
    .where('job_id', '=', jobId)
    .where('number', '>=', first)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export async function findPictureIds(
  read: ReadDb,
  jobId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom('export_pictures')
    .select('media_id')
    .where('job_id', '=', jobId)
    .where('media_id', '>', after)
    .orderBy('media_id')
    .limit(limit)
    .execute();
  return rows.map(({ media_id }) => media_id);
}

/** Removes up to `limit` parts of an account. @returns how many */
export async function removePartsOf(trx: WriteDb, accountId: string, limit: number): Promise<number> {
  const some = trx
    .selectFrom('export_parts')
    .select(['job_id', 'number'])
    .where('account_id', '=', accountId)
    .limit(limit);
  return await countDeleted(
    trx
      .deleteFrom('export_parts')
      .where((eb) => eb(eb.refTuple('job_id', 'number'), 'in', some.$asTuple('job_id', 'number'))),
  );
}

/** Removes up to `limit` picture rows of an account. @returns how many */
export async function removePicturesOf(trx: WriteDb, accountId: string, limit: number): Promise<number> {
  const some = trx
    .selectFrom('export_pictures')
    .select(['job_id', 'media_id'])
    .where('account_id', '=', accountId)
    .limit(limit);
  return await countDeleted(
    trx
      .deleteFrom('export_pictures')
      .where((eb) => eb(eb.refTuple('job_id', 'media_id'), 'in', some.$asTuple('job_id', 'media_id'))),
  );
}

/** Jobs that are asked for at once. */
const page = 500;

/** Removes exports older than `before`, and rows of exports whose job was called off. */
export async function sweepExports(db: Database, before: number): Promise<void> {
  await removeInBatches(db, (trx, limit) => removeFinished(trx, { kind: 'export', until: before }, limit));
  for (const table of ['export_parts', 'export_pictures'] as const)
    for (let after = ''; ;) {
      const ids = await jobIdsIn(db.read, table, after);
      if (ids.length === 0) break;
      // A job that is begun now is not among them: its rows come after it.
      const there = await existingJobs(db.read, ids);
      for (const id of ids.filter((one) => !there.has(one)))
        await removeInBatches(db, (trx, limit) => removeRowsOf(trx, table, id, limit));
      after = ids.at(-1) ?? after;
    }
}

async function jobIdsIn(
  read: ReadDb,
  table: 'export_parts' | 'export_pictures',
  after: string,
): Promise<string[]> {
  const rows = await read
    .selectFrom(table)
    .select('job_id')
    .distinct()
    .where('job_id', '>', after)
    .orderBy('job_id')
    .limit(page)
    .execute();
  return rows.map(({ job_id }) => job_id);
}

async function removeRowsOf(
  trx: WriteDb,
  table: 'export_parts' | 'export_pictures',
  jobId: string,
  limit: number,
): Promise<DeleteResult> {
  if (table === 'export_parts') {
    const some = trx.selectFrom(table).select('number').where('job_id', '=', jobId).limit(limit);
    return await trx
      .deleteFrom(table)
      .where('job_id', '=', jobId)
      .where('number', 'in', some)
      .executeTakeFirstOrThrow();
  }
  const some = trx.selectFrom(table).select('media_id').where('job_id', '=', jobId).limit(limit);
  return await trx
    .deleteFrom(table)
    .where('job_id', '=', jobId)
    .where('media_id', 'in', some)
    .executeTakeFirstOrThrow();
}
