// A backup of a directory in use, restored into an empty place and compared with the original.
import { globSync, rmSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { backUp, BackupError } from '../../scripts/data/backup.ts';
import { RestoreError } from '../../scripts/data/restore-place.ts';
import { restore } from '../../scripts/data/restore.ts';
import { compose } from '../../src/compose.ts';
import { ConfigError, type Config } from '../../src/lib/server/platform/config/config.ts';
import { picture } from '../support/pictures.ts';
import { createDatabase } from '../support/fresh-database.ts';
import {
  createOwner,
  createTestProduct,
  engines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';
import { everythingIn, fillDirectory } from '../support/whole-directory.ts';
import { postgresUrl } from '../support/postgres-url.ts';

describe.each(engines)('A backup on %s', (engine) => {
  let product: TestProduct;
  let folder: string;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    await fillDirectory(product);
  });
  afterAll(() => product.dispose());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-backup-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A configuration of an empty place. */
  async function emptyPlace(): Promise<Config> {
    const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-restored-'));
    const database = engine === 'postgres' ? await createDatabase(await postgresUrl()) : null;
    onTestFinished(async () => {
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    return { ...product.config, dataDir, databaseUrl: database?.url };
  }

  // What a backup copies, removes and refuses in its folder does not depend on the database.
  const folderTest = test.runIf(engine === 'sqlite');

  test('Restores a backup into an empty place with all its data', async () => {
    const before = await everythingIn(product.config);
    const { manifest } = await backUp({ config: product.config, folder });
    const config = await emptyPlace();
    await restore({ config, folder });
    expect(await everythingIn(config)).toEqual(before);
    expect(Object.keys(before.tables).length).toBeGreaterThan(15);
    expect(manifest.pictures).toBe(Object.keys(before.files).length);
    expect(await readFile(join(config.dataDir, 'auth-secret'))).toEqual(
      await readFile(join(product.config.dataDir, 'auth-secret')),
    );
    // The restored directory works: its search finds the app, and the app can be changed.
    const again = await compose(config);
    onTestFinished(() => again.close());
    expect((await again.services.search.searchApps({ text: 'online' })).items[0]?.name).toBe(
      'Ẹ̀kọ́ \\N Online',
    );
    await again.services.apps.publishApp(newApp(await createOwner(again)));
  });

  test('Backs up one instant while people write, with every picture of that instant', async () => {
    const ownerId = await createOwner(product);
    let [running, written] = [true, 0];
    const writing = (async () => {
      while (running) {
        const logo = await product.services.media.storePicture(await picture(64, 64), 'logo');
        await product.services.apps.publishApp(newApp(ownerId, { logo }));
        written += 1;
      }
    })();
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(1);
    const { manifest } = await backUp({ config: product.config, folder });
    running = false;
    await writing;
    const config = await emptyPlace();
    await restore({ config, folder });
    // Each app came with a release and an entry of the timeline, in one transaction.
    expect(manifest.rows['apps']).toBe(manifest.rows['search_entries']);
    const again = await compose(config);
    onTestFinished(() => again.close());
    const pictures = await again.db.read.selectFrom('media').select(['id', 'widths', 'fallback']).execute();
    const referred = await again.db.read.selectFrom('apps').select('logo_id').execute();
    const used = new Set(referred.map((row) => row.logo_id));
    for (const { id, widths, fallback } of pictures.filter((one) => used.has(one.id))) {
      const file = await again.storage.read(`${id}-${widths.split(',')[0] ?? ''}.${fallback}`);
      expect(file).not.toBeNull();
      file?.stream.destroy();
    }
  });

  folderTest('Copies only pictures that no earlier backup has, and can restore each backup', async () => {
    const first = await backUp({ config: product.config, folder });
    const then = await everythingIn(product.config);
    const second = await backUp({ config: product.config, folder });
    expect([first.copied > 10, second.copied]).toEqual([true, 0]);
    await product.services.media.storePicture(await picture(70, 70, '#123456'), 'logo');
    const third = await backUp({ config: product.config, folder });
    expect(third.copied).toBeGreaterThan(0);
    const config = await emptyPlace();
    await restore({ config, folder, name: first.name });
    expect(await everythingIn(config)).toEqual(then);
  });

  folderTest('Removes a backup that is too old, with the pictures that only it had', async () => {
    const stored = await product.services.media.storePicture(await picture(80, 80, '#654321'), 'logo');
    const first = await backUp({ config: product.config, folder });
    await product.db.write((trx) => trx.deleteFrom('media').where('id', '=', stored.id).execute());
    for await (const { key } of product.storage.list())
      if (key.startsWith(stored.id)) await product.storage.delete(key);
    const second = await backUp({ config: product.config, folder, keep: 1 });
    expect(second.removed).toEqual([first.name]);
    const kept = (await readdir(join(folder, 'media'), { recursive: true })).join('\n');
    expect(kept).not.toContain(stored.id);
    const config = await emptyPlace();
    await restore({ config, folder });
    expect(await everythingIn(config)).toEqual(await everythingIn(product.config));
  });

  test('Refuses to restore a damaged backup, or into a target that is not empty', async () => {
    const { name, manifest } = await backUp({ config: product.config, folder });
    await expect(restore({ config: product.config, folder })).rejects.toThrow(RestoreError);
    const [file] = manifest.files;
    const path = join(folder, name, file?.name ?? '');
    const whole = await readFile(path);
    await appendFile(path, 'x');
    await expect(restore({ config: await emptyPlace(), folder })).rejects.toThrow('missing or damaged');
    await writeFile(path, whole);
    await expect(restore({ config: await emptyPlace(), folder, name: 'nowhere' })).rejects.toThrow(
      'no backup',
    );
    const media = (await readdir(join(folder, 'media'), { recursive: true })).find((one) =>
      one.endsWith('.avif'),
    );
    await writeFile(join(folder, 'media', media ?? ''), 'not it');
    await expect(restore({ config: await emptyPlace(), folder })).rejects.toThrow('missing from the backup');
  });

  test('Leaves a non-empty target alone, and reports it before the damage of the backup', async () => {
    const { name, manifest } = await backUp({ config: product.config, folder });
    await appendFile(join(folder, name, manifest.files[0]?.name ?? ''), 'x');
    // PostgreSQL: the database is in use, and DATA_DIR empty.
    const config =
      engine === 'sqlite' ? await emptyPlace() : { ...product.config, dataDir: (await emptyPlace()).dataDir };
    if (engine === 'sqlite') await writeFile(join(config.dataDir, 'naijabuilt.db-wal'), 'of another one');
    const before = await readdir(config.dataDir);
    await expect(restore({ config, folder })).rejects.toThrow('Restore into an empty');
    expect(await readdir(config.dataDir)).toEqual(before);
  });

  test('Leaves no half-restored directory when a restore is interrupted, and can restore again', async () => {
    const before = await everythingIn(product.config);
    const { name } = await backUp({ config: product.config, folder });
    const config = await emptyPlace();
    const halfWay = new Error('The power went out.');
    const steps = engine === 'postgres' ? ['pictures', 'tables'] : ['pictures'];
    for (const cut of steps) {
      const interrupted = restore({
        config,
        folder,
        progress: (step) => (done, total) => {
          if (step === cut && done === total) throw halfWay;
        },
      });
      await expect(interrupted).rejects.toBe(halfWay);
      expect(await readdir(config.dataDir)).toEqual(['in-use.lock']);
    }
    // The files that a killed process leaves.
    await mkdir(join(config.dataDir, 'restore.partial', 'media'), { recursive: true });
    await writeFile(join(config.dataDir, 'restore.partial', 'naijabuilt.db'), 'half of it');

    const file = join(folder, name, 'manifest.json');
    const whole = await readFile(file, 'utf8');
    await writeFile(file, whole.replace(/"users": \d+/, '"users": 7000'));
    await expect(restore({ config, folder })).rejects.toThrow('The table users has');
    expect(await readdir(config.dataDir)).toEqual(['in-use.lock']);
    await writeFile(file, whole);
    await restore({ config, folder });
    const database = engine === 'sqlite' ? ['naijabuilt.db'] : [];
    expect((await readdir(config.dataDir)).sort()).toEqual([
      'auth-secret',
      'in-use.lock',
      'media',
      ...database,
    ]);
    expect(await everythingIn(config)).toEqual(before);
  });

  folderTest('Refuses a second backup in the same folder at once, which damages nothing', async () => {
    const atOnce = await Promise.allSettled([1, 2].map(() => backUp({ config: product.config, folder })));
    const refused = atOnce.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason).toBeInstanceOf(BackupError);
    expect(String(refused[0]?.reason)).toContain('is under way');
    const config = await emptyPlace();
    await restore({ config, folder });
    expect(await everythingIn(config)).toEqual(await everythingIn(product.config));
    await backUp({ config: product.config, folder });
  });

  test('Refuses to back up a missing directory in one line, and leaves nothing behind', async () => {
    const place = await emptyPlace();
    const config = { ...place, dataDir: join(place.dataDir, 'mistyped') };
    const refused = await backUp({ config, folder: join(folder, 'backups') }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ConfigError);
    expect((refused as Error).message).toMatch(
      /^DATA_DIR=.*mistyped: there (is no database|are no pictures)\. Set .*\.$/,
    );
    expect([await readdir(place.dataDir), await readdir(folder)]).toEqual([[], []]);
    if (engine === 'sqlite') return;
    const empty = { ...place, dataDir: product.config.dataDir };
    await expect(backUp({ config: empty, folder })).rejects.toThrow('DATABASE_URL: the database is empty');
  });

  test('Fails when a picture is lost during the backup, which then does not count as one', async () => {
    const media = join(folder, 'media');
    const loseOne = (done: number, total: number): void => {
      if (done !== total) return;
      const [lost] = globSync('??/*.avif', { cwd: media }).sort();
      rmSync(join(media, lost ?? ''));
    };
    const made = backUp({ config: product.config, folder, progress: () => loseOne });
    await expect(made).rejects.toThrow('is gone again from the backup');
    await expect(restore({ config: await emptyPlace(), folder })).rejects.toThrow('no backup');
    await backUp({ config: product.config, folder });
  });
});
