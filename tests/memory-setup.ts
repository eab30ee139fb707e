// Puts the temporary folders of the tests, and with them their databases, into memory: to create and drop a database
// of PostgreSQL takes a sixth of the processor time that it takes on a disk.
import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux has a file system in memory. */
const memory = '/dev/shm';
/** The folders of a whole run take less than half of this. Containers often have 64 MB. */
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

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (!hasRoom()) return undefined;
  const folder = await mkdtemp(join(memory, 'naijabuilt-tests-'));
  // As /tmp is: PostgreSQL, and some tests, run as another user.
  await chmod(folder, 0o1777);
  const before = process.env['TMPDIR'];
  // Inherited by the processes that run the tests.
  process.env['TMPDIR'] = folder;
  return async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true });
  };
}
