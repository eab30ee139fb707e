// A folder of backups:
//   <folder>/backup.lock       locked during a backup; an empty file, which stays
//   <folder>/media/…           pictures, by content, shared by all backups: only new ones are copied
//   <folder>/<instant>/…       one backup: a file for each table, the secret, the operator's brand, manifest.json
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const manifestSchema = z.object({
  format: z.literal(2),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** SHA-256 by key. */
  pictures: z.record(z.string(), z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Names of all complete backups, oldest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const all = existsSync(folder) ? await readdir(folder) : [];
  return all.filter((name) => /^\d{8}T\d{9}Z$/.test(name)).sort();
}

export const readManifest = async (backup: string): Promise<Manifest> =>
  manifestSchema.parse(JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')));

export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The secret and the brand, as far as a folder has them: a server takes no folders, and skips what editors leave. */
export async function ownFilesOf(dataDir: string): Promise<string[]> {
  const brand = join(dataDir, 'brand');
  const entries = existsSync(brand) ? await readdir(brand, { withFileTypes: true }) : [];
  const taken = entries.filter(
    (entry) => !entry.isDirectory() && !entry.name.startsWith('.') && !entry.name.endsWith('~'),
  );
  const secret = existsSync(join(dataDir, 'auth-secret')) ? ['auth-secret'] : [];
  return [...secret, ...taken.map(({ name }) => join('brand', name)).sort()];
}

export async function copyFiles(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 });
    await writeFile(join(to, name), await readFile(join(from, name)), { mode: 0o600 });
  }
}
