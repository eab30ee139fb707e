// A directory with rows of every kind, and checksums of all data in a directory.
import { openDatabase, openStorage, type Product } from '../../src/compose.ts';
import { lastBackupSetting } from '../../src/lib/server/doctor/index.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { enqueueJob } from '../../src/lib/server/platform/jobs/jobs.ts';
import { seedDirectory } from '../../scripts/seed/synthetic-directory.ts';
import { checksumOfFile, listFiles } from '../../scripts/data/copy-files.ts';
import { checksumOf, copiedTables, tablesOf, type Checksum } from '../../scripts/data/tables.ts';
import { picture } from './pictures.ts';
import { createOwner, newApp } from './test-product.ts';

/** Adds users, apps with pictures, releases, views, and texts that are hard to copy. */
export async function fillDirectory(product: Product): Promise<void> {
  const { apps, media, views } = product.services;
  const ownerId = await createOwner(product);
  const logo = await media.storePicture(await picture(300, 300), 'logo');
  const screenshots = [await media.storePicture(await picture(360, 640, '#cc8800'), 'screenshot')];
  const hard = 'Tabs\tand\nlines\r\nand \\N and \\. and "quotes" and ẹ̀kọ́ and 🇳🇬';
  const app = await apps.publishApp(
    newApp(ownerId, { name: 'Ẹ̀kọ́ \\N Online', description: hard, longDescription: hard, logo, screenshots }),
  );
  views.count({
    subject: `app:${app.id}`,
    address: '127.0.0.1',
    userAgent: 'Mozilla/5.0 Firefox/140',
    viewer: '',
  });
  await views.flush();
  await addExport(product, ownerId, logo.id);
  await addRepeatedWrites(product, ownerId);
  await seedDirectory(product.db, media, { apps: 60, users: 8, pictures: 1 }, () => undefined);
}

/** Adds bytes and a finished job whose result is waiting. */
async function addExport({ db }: Product, accountId: string, mediaId: string): Promise<void> {
  const [jobId, now] = ['019a0000-0000-7000-8000-000000000000', Date.now()];
  const part = { account_id: accountId, job_id: jobId, created_at: now };
  await db.write(async (trx) => {
    await enqueueJob(trx, { kind: 'export', accountId, state: { token: null }, total: 1 }, now);
    await trx.updateTable('jobs').set({ id: jobId, finished_at: now, done: 1 }).execute();
    await trx
      .insertInto('export_parts')
      .values({ ...part, number: 0, data: Buffer.from([0, 9, 10, 13, 92, 120, 255]) })
      .execute();
    await trx
      .insertInto('export_pictures')
      .values({ ...part, media_id: mediaId })
      .execute();
  });
}

/** Adds a stored answer and a digest of a deletion. */
async function addRepeatedWrites(
  { db, services: { deletions, keptAnswers } }: Product,
  accountId: string,
): Promise<void> {
  const request = keptAnswers.requestOf({ name: `account:${accountId}`, accountId }, 'a-key-of-a-directory');
  const requestHash = keptAnswers.hashOf(request, ['POST', '/api/v1/app/']);
  await keptAnswers.keepAfter({ request, accountId, requestHash, answer: { status: 201, body: {} } });
  await db.write((trx) => deletions.note(trx, accountId, ['gone']));
}

export interface Everything {
  tables: Record<string, Checksum>;
  files: Record<string, string>;
}

/** @param leaveOut tables to skip */
export async function everythingIn(config: Config, leaveOut: readonly string[] = []): Promise<Everything> {
  const [database, storage] = [await openDatabase(config), await openStorage(config)];
  try {
    // The time of the last backup, which each backup writes after its copy.
    await database.write((trx) => trx.deleteFrom('settings').where('name', '=', lastBackupSetting).execute());
    const everything: Everything = { tables: {}, files: {} };
    const copied = database.engine.name === 'postgres' ? copiedTables : tablesOf;
    for (const table of await copied(database.engine, database.kysely))
      if (!leaveOut.includes(table.name))
        everything.tables[table.name] = await checksumOf(database.kysely, {
          ...table,
          // SQLite stores the tokens in another table.
          columns: table.columns.filter((name) => name !== 'tokens'),
        });
    for (const key of [...(await listFiles(storage)).keys()].sort())
      everything.files[key] = (await checksumOfFile(storage, key))?.sha256 ?? '';
    return everything;
  } finally {
    await database.close();
  }
}
