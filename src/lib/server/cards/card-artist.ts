import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AppError } from '../platform/errors.ts';
import { startDrawingProcess, type DrawingProcess } from '../platform/drawing/drawing-process.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { CardContent } from './card-content.ts';
import type { CardRequest } from './card-worker.ts';

/** Cards are asked for in bursts; between them the drawing process need not take memory. */
const idleMs = 30_000;

/** A crawler that asks for every card at once is told to come again. */
export const mostWaiting = 32;

const busy = 'Too many cards are being drawn. Ask again in a minute.';

export interface CardArtist {
  /** A JPEG. @throws AppError 429 when too many wait */
  draw(content: CardContent): Promise<Buffer>;
  close(): void;
}

/** Starts the drawing process when there is something to draw, and lets it go a while after the last drawing. */
export function createCardArtist(storage: Pick<Storage, 'read'>): CardArtist {
  let running: DrawingProcess<CardRequest> | null = null;
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  function close(): void {
    clearTimeout(idle);
    running?.close();
    running = null;
  }

  async function picturesOf(content: CardContent): Promise<CardRequest['pictures']> {
    const keys = [
      content.tile?.picture,
      content.screenshot?.key,
      ...content.tiles.map((tile) => tile.picture),
    ];
    const pictures: CardRequest['pictures'] = {};
    for (const key of keys) {
      const file = key ? await storage.read(key) : null;
      if (key && file) pictures[key] = await buffer(file.stream);
    }
    return pictures;
  }

  return {
    async draw(content) {
      if (waiting >= mostWaiting) throw new AppError(429, busy, {}, 60);
      waiting += 1;
      clearTimeout(idle);
      try {
        const pictures = await picturesOf(content);
        if (!running || running.ended)
          running = startDrawingProcess(fileURLToPath(new URL('./card-worker.ts', import.meta.url)));
        return await running.draw({ content, pictures });
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(close, idleMs).unref();
      }
    },
    close,
  };
}
