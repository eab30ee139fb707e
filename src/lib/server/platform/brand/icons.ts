// Icons of the operator's logo: drawn once, and kept in DATA_DIR/cache under a hash of the logo, so that a restart
// costs nothing. Each node draws its own; the same logo gives the same addresses on all of them.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../log.ts';
import { startDrawingProcess } from '../drawing/drawing-process.ts';
import { brandFolder, iconPlans } from './icon-files.ts';
import type { DrawnIcons, IconRequest } from './icon-worker.ts';
import { BrandFault, type Logo } from './read-brand.ts';

export interface BrandFile {
  /** Such as icon-192.png. */
  name: string;
  type: string;
  bytes: Buffer;
}

/** The icons of a site, and where they are served. */
export interface BrandIconSet {
  /** Path of the folder, which changes with the logo. */
  folder: string;
  files: BrandFile[];
}

const names = [...Object.keys(iconPlans), 'favicon.ico'];

/** All icons take half a second. */
const drawingMs = 30_000;

/** @throws BrandFault where the logo cannot be drawn */
export async function makeIcons(logo: Logo, dataDir: string, log?: Logger): Promise<BrandIconSet> {
  const folder = brandFolder(logo.hash);
  const kept = join(dataDir, 'cache', `brand-${basename(folder)}`);
  const icons = (await readKept(kept)) ?? (await drawAndKeep(logo, kept, log));
  const files: BrandFile[] = names.map((name) => ({
    name,
    type: name.endsWith('.ico') ? 'image/vnd.microsoft.icon' : 'image/png',
    bytes: Buffer.from(icons[name] ?? []),
  }));
  if (logo.kind === 'svg')
    files.push({ name: 'favicon.svg', type: 'image/svg+xml', bytes: Buffer.from(logo.bytes) });
  return { folder, files };
}

/** @returns null where one is missing */
async function readKept(folder: string): Promise<Record<string, Uint8Array> | null> {
  const read = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name)).catch(() => null)] as const),
  );
  const found: Record<string, Uint8Array> = {};
  for (const [name, bytes] of read) {
    // A crash of the machine may have left an empty one.
    if (bytes === null || bytes.length === 0) return null;
    found[name] = bytes;
  }
  return found;
}

async function drawAndKeep(logo: Logo, kept: string, log?: Logger): Promise<Record<string, Uint8Array>> {
  const icons = await draw(logo);
  try {
    await keep(icons, kept);
  } catch (error) {
    // Such as on a disk that is only read. They are drawn again at the next start.
    log?.warn('The icons of the logo could not be kept', { folder: kept, error });
  }
  return icons;
}

/** As a whole, because several nodes may share the folder. */
async function keep(icons: Record<string, Uint8Array>, kept: string): Promise<void> {
  await mkdir(dirname(kept), { recursive: true });
  const partial = await mkdtemp(`${kept}.partial-`);
  try {
    for (const [name, bytes] of Object.entries(icons)) await writeFile(join(partial, name), bytes);
    // What is there lacks a file, or another node has made the same meanwhile.
    await rm(kept, { recursive: true, force: true });
    await rename(partial, kept);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function draw(logo: Logo): Promise<Record<string, Uint8Array>> {
  const worker = fileURLToPath(new URL('./icon-worker.ts', import.meta.url));
  const drawing = startDrawingProcess<IconRequest, DrawnIcons>(worker);
  const timer = setTimeout(() => drawing.kill(), drawingMs);
  let drawn: DrawnIcons;
  try {
    drawn = await drawing.draw({ kind: logo.kind, bytes: logo.bytes });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BrandFault(logo.file, `cannot be drawn (${reason}).`, { cause: error });
  } finally {
    clearTimeout(timer);
    drawing.close();
  }
  if ('fault' in drawn) throw new BrandFault(logo.file, drawn.fault);
  return drawn.icons;
}
