// The operator's name, logo and texts (DATA_DIR/brand) in a backup.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { describeFile } from './copy-database.ts';
import type { BackupFile, Manifest } from './manifest.ts';

const folderName = 'brand';

/** Names of the files of the brand in a backup. */
export const brandFilesOf = ({ files }: Manifest): string[] =>
  files.map(({ name }) => name).filter((name) => name.startsWith(`${folderName}/`));

/** Copies the files that a server reads. @returns their descriptions; none where there is no brand */
export async function copyBrand({ dataDir }: Pick<Config, 'dataDir'>, to: string): Promise<BackupFile[]> {
  const from = join(dataDir, folderName);
  if (!existsSync(from)) return [];
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries
    // A server takes no folders, and skips what editors and mounts leave beside.
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && !entry.name.endsWith('~'))
    .map(({ name }) => join(folderName, name))
    .sort();
  return await copyFiles(dataDir, to, names);
}

/** Copies the brand of a backup, whose files were checked, into the place. */
export async function restoreBrand(manifest: Manifest, from: string, dataDir: string): Promise<void> {
  await copyFiles(from, dataDir, brandFilesOf(manifest));
}

async function copyFiles(from: string, to: string, names: readonly string[]): Promise<BackupFile[]> {
  if (names.length > 0) await mkdir(join(to, folderName), { recursive: true, mode: 0o700 });
  const copied: BackupFile[] = [];
  for (const name of names) {
    await writeFile(join(to, name), await readFile(join(from, name)), { mode: 0o600 });
    copied.push(await describeFile(to, name));
  }
  return copied;
}
