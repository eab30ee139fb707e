// Writes a brotli and a gzip form beside every compressible file of a built site, at the highest level: a
// build happens once and nobody waits for it. The server reads them at start
// (src/lib/server/http/build-files.ts).
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lookup } from 'mrmime';
import { isCompressible } from '../src/lib/server/http/codings.ts';
import { precompressedEndings } from '../src/lib/server/http/build-files.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** A form that is not smaller is not written. */
export async function precompress(folder: string): Promise<void> {
  const endings = Object.values(precompressedEndings);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || endings.some((ending) => entry.name.endsWith(ending))) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (!isCompressible(lookup(entry.name) ?? '', bytes.length)) continue;
    const [br, gz] = await Promise.all([
      brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      deflate(bytes, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    if (br.length < bytes.length) await writeFile(file + precompressedEndings.br, br);
    if (gz.length < bytes.length) await writeFile(file + precompressedEndings.gzip, gz);
  }
}
