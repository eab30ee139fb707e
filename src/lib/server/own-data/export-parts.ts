// The rows in which the text of a large export waits to be fetched, and its pictures.
import { promisify } from 'node:util';
import { gunzip as gunzipCallback, gzip as gzipCallback } from 'node:zlib';
import { findPictures } from '../media/index.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import type { PackedPicture } from './pack-own-data.ts';

// In a thread of their own.
const gzip = promisify(gzipCallback);
const gunzip = promisify(gunzipCallback);

export const pressed = async (text: string): Promise<Buffer> => await gzip(Buffer.from(text));

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

const pageSize = 50;

/** The text, as the reader takes it. */
export async function* readParts(read: ReadDb, jobId: string): AsyncGenerator<Buffer> {
  for (let next = 0; ;) {
    const rows = await read
      .selectFrom('export_parts')
      .select(['number', 'data'])
      .where('job_id', '=', jobId)
      .where('number', '>=', next)
      .orderBy('number')
      .limit(pageSize)
      .execute();
    for (const { number, data } of rows) {
      // Removed while somebody reads: it must not look like the whole.
      if (number !== next) throw new Error('A part of an export is not there.');
      yield await gunzip(data);
      next += 1;
    }
    if (rows.length < pageSize) return;
  }
}

/** Each picture once; without those that were deleted since. */
export async function* readPictures(read: ReadDb, jobId: string): AsyncGenerator<PackedPicture> {
  for (let after = ''; ;) {
    const rows = await read
      .selectFrom('export_pictures')
      .select('media_id')
      .where('job_id', '=', jobId)
      .where('media_id', '>', after)
      .orderBy('media_id')
      .limit(pageSize)
      .execute();
    const ids = rows.map(({ media_id }) => media_id);
    for (const picture of (await findPictures(read, ids)).values())
      yield { name: `pictures/${picture.id}.${picture.fallback}`, picture };
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return;
    after = last;
  }
}

/** Removes exports that are older than `before`, and parts of those that were called off. */
export async function sweepExports(db: Database, before: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'export')
      .where('finished_at', '<=', before)
      .limit(limit);
    return await trx.deleteFrom('jobs').where('id', 'in', some).executeTakeFirstOrThrow();
  });
  for (const [table, key] of [
    ['export_parts', 'number'],
    ['export_pictures', 'media_id'],
  ] as const)
    await removeInBatches(db, async (trx, limit) => {
      const some = trx
        .selectFrom(table)
        .select(['job_id', key as 'job_id'])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('jobs').select('jobs.id').whereRef('jobs.id', '=', `${table}.job_id`))),
        )
        .limit(limit);
      return await trx
        .deleteFrom(table)
        .where((eb) => eb(eb.refTuple('job_id', key as 'job_id'), 'in', some as never))
        .executeTakeFirstOrThrow();
    });
}
