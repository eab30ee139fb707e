// Copies pictures from one storage to another. A key names its content, so an existing file is not copied again.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Storage } from '../../src/lib/server/platform/storage/storage.ts';
import { progressOf, Refusal } from '../command.ts';

const atOnce = 8;

async function checksum(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.read(key);
  return (
    file &&
    createHash('sha256')
      .update(await buffer(file.stream))
      .digest('hex')
  );
}

/**
 * Copies the pictures that are missing in `to`, or have another size there, and reads what it has written.
 * @param known checksums of pictures that need not be read again
 * @returns the checksums of all pictures of `from`; one that was deleted meanwhile is left out
 */
export async function copyPictures(
  from: Storage,
  to: Storage,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<{ checksums: Map<string, string>; copied: number }> {
  const [files, there] = [new Map<string, number>(), new Map<string, number>()];
  for await (const { key, size } of from.list()) files.set(key, size);
  for await (const { key, size } of to.list()) there.set(key, size);
  const checksums = new Map<string, string>();
  const progress = progressOf('pictures');
  let copied = 0;
  await pLimit(atOnce).map([...files], async ([key, size]) => {
    const isThere = there.get(key) === size;
    const before = isThere ? known.get(key) : undefined;
    const file = before === undefined && !isThere ? await from.read(key) : null;
    if (file) {
      const bytes = await buffer(file.stream);
      await to.put(key, bytes);
      copied += 1;
      if ((await checksum(to, key)) !== createHash('sha256').update(bytes).digest('hex'))
        throw new Refusal(`The picture ${key} did not arrive whole. Run it again.`);
    }
    const sha256 = before ?? (await checksum(to, key));
    if (sha256 !== null) checksums.set(key, sha256);
    progress(checksums.size, files.size);
  });
  return { checksums, copied };
}
