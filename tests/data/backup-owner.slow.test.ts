// A backup by hand and the nightly one write to the same folder, as root and as the site's user.
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { asProcess } from '../support/operator-command.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

test.runIf(isRoot)("A backup that root takes belongs to the folder's owner", async () => {
  const place = await mkdtemp(join(tmpdir(), 'naijabuilt-owner-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const [dataDir, folder] = [join(place, 'data'), join(place, 'backups')];
  for (const path of [dataDir, folder, join(dataDir, 'media')]) mkdirSync(path);
  await (await openDatabase(parseConfig({ DATA_DIR: dataDir }))).close();
  for (const path of [place, folder, dataDir]) chownSync(path, nobody, nobody);
  for (const name of await readdir(dataDir)) chownSync(join(dataDir, name), nobody, nobody);
  const [code, said] = await asProcess('scripts/backup.ts')({ DATA_DIR: dataDir }, folder);
  expect([said, code]).toEqual([expect.stringContaining('Backup 2'), 0]);
  const owners = (await readdir(folder, { recursive: true })).map((name) => statSync(join(folder, name)).uid);
  expect(owners.length).toBeGreaterThan(2);
  expect(new Set(owners)).toEqual(new Set([nobody]));
});
