import { fileURLToPath } from 'node:url';
import { startDrawingProcess, type DrawingProcess } from '../lib/server/platform/drawing/drawing-process.ts';
import type { DrawRequest } from './draw-request.ts';

/** Draws PNGs of sample listings. */
export type Artist = DrawingProcess<DrawRequest>;

/** Starts the process that draws. Close it, or it keeps this one alive. */
export function hireArtist(): Artist {
  return startDrawingProcess(fileURLToPath(new URL('./draw-worker.ts', import.meta.url)));
}
