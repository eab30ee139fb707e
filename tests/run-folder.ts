// Creates the folder below which a run keeps its temporary files, with their databases, and removes it at the end. It
// is in memory if there is room: creating and dropping a PostgreSQL database there takes a sixth of the processor time
// that it takes on a disk.
import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The in-memory file system of Linux. */
const memory = '/dev/shm';
/** A whole run needs less than half of this. Containers often have only 64 MB. */
const enoughBytes = 2 ** 30;

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(hasRoom() ? memory : tmpdir(), 'naijabuilt-tests-'));
  // Same mode as /tmp, because PostgreSQL and some tests run as another user.
  await chmod(folder, 0o1777);
  const before = process.env['TMPDIR'];
  // The workers inherit it.
  process.env['TMPDIR'] = folder;
  return async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true });
  };
}
