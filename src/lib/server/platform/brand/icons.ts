// Icons of the operator's logo, drawn at each start in a process of its own. Each node draws its own; the same logo gives
// the same addresses on all of them.
import { fileURLToPath } from 'node:url';
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
export async function makeIcons(logo: Logo): Promise<BrandIconSet> {
  const icons = await draw(logo);
  const files: BrandFile[] = names.map((name) => ({
    name,
    type: name.endsWith('.ico') ? 'image/vnd.microsoft.icon' : 'image/png',
    bytes: Buffer.from(icons[name] ?? []),
  }));
  if (logo.kind === 'svg')
    files.push({ name: 'favicon.svg', type: 'image/svg+xml', bytes: Buffer.from(logo.bytes) });
  return { folder: brandFolder(logo.hash), files };
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
