// Uploads lie in TMPDIR while they come in. It should be on a disk: in a container /tmp is often memory.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rethrowDiskFault } from '../disk-fault.ts';

const prefix = 'naijabuilt-upload-';

/** A request has ten minutes: what is older was left by a process that died. */
const abandonedAfterMs = 60 * 60 * 1000;

/** A folder for the files of one request. @throws AppError 503 where the disk does not take it */
export async function makeUploadFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), prefix)).catch(rethrowDiskFault);
}

/** Makes TMPDIR where it is missing, and removes what processes that died have left there. */
export async function prepareUploads(): Promise<void> {
  const folder = tmpdir();
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(nullWhenMissing);
    // Another user's are not ours to remove, where the folder is everybody's.
    const ours = found?.uid === process.getuid?.();
    if (found && ours && Date.now() - found.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true });
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
