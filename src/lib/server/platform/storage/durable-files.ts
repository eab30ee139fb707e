// Files that survive a power cut.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Puts a file in place with all of its bytes. It survives a power cut once its folder is synced.
 * @param incoming folder of files that are being written, in the same file system
 * @param giveName gives a written file its name
 */
export async function placeDurably(
  file: string,
  bytes: Uint8Array,
  incoming: string,
  giveName: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  const temporary = join(incoming, randomUUID());
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600, flush: true });
    await mkdir(dirname(file), { recursive: true });
    await giveName(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Keeps the file that has the name already, as of another process that has begun at the same moment. */
export async function renameUnlessTaken(from: string, to: string): Promise<void> {
  const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';
  // The file system may have no links, such as that of a memory card.
  await link(from, to).catch(async (error: unknown) => isTaken(error) || (await rename(from, to)));
  await rm(from, { force: true });
}

/** A rename survives a power cut only after its folder was synced, too. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call on folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR']);

export function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && missingCodes.has(String(error.code))) return null;
  throw error;
}

/**
 * Removes what processes that died have left in a folder: entries of this user that were not changed since `before`
 * (milliseconds since 1970).
 */
export async function removeAbandoned(folder: string, before: number, prefix = ''): Promise<void> {
  const own = process.getuid?.();
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    // Another process may sweep at the same time.
    const found = await stat(join(folder, name)).catch(() => null);
    if (!found || found.mtimeMs > before || (own !== undefined && found.uid !== own)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
