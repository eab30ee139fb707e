// Folders for the uploaded files of a request while it is processed. They are in TMPDIR, which should be on a disk; in
// a container /tmp is often memory. A process that is killed leaves them.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../config/data-directory.ts';
import { rethrowDiskFault } from '../disk-fault.ts';

const prefix = 'naijabuilt-upload-';

/** Creates TMPDIR where it is missing. @throws ConfigError if it is not a writable folder */
export function prepareUploads(): void {
  makeFolder('TMPDIR', tmpdir());
}

/** @throws AppError 503 if the disk is at fault */
export async function makeUploadFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), prefix)).catch(rethrowDiskFault);
}

/** Removes folders that were not changed since `before` (milliseconds since 1970). @returns how many */
export async function sweepUploadFolders(before: number): Promise<number> {
  const own = process.getuid?.();
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    // Another process may sweep at the same time. Folders of other users are not touched.
    const found = await stat(folder).catch(() => null);
    if (!found || found.mtimeMs > before || (own !== undefined && found.uid !== own)) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
