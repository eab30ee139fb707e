import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { AppError } from '../platform/errors.ts';
import { startDrawingProcess, type DrawingProcess } from '../platform/drawing/drawing-process.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { CardContent } from './card-content.ts';
import type { CardRequest } from './card-worker.ts';

/** Cards are asked for in bursts; between them the drawing process need not take memory. */
const idleMs = 30_000;

/** A crawler that asks for every card at once is told to come again. */
export const maxQueue = 32;

/**
 * A card takes a tenth of a second. One that takes longer than this hangs: its process is replaced, and the next one
 * has its turn.
 */
const drawingMs = 10_000;
/** Whoever asked for a card has left by then. */
const waitingMs = 20_000;

const busy = 'Too many cards are being drawn. Ask again in a minute.';

export interface CardArtist {
  /** A JPEG. @throws AppError 429 when too many wait, 503 when it takes too long */
  draw(content: CardContent): Promise<Buffer>;
  close(): void;
}

interface Limits {
  drawingMs?: number;
  waitingMs?: number;
  /** Path of the module that draws. */
  worker?: string;
}

const cardWorker = fileURLToPath(new URL('./card-worker.ts', import.meta.url));

/**
 * Draws one card after the other, so that one that hangs takes no other along. Starts the drawing process when there is
 * something to draw, and lets it go a while after the last drawing.
 */
export function createCardArtist(
  storage: Pick<Storage, 'read'>,
  { drawingMs: longest = drawingMs, waitingMs: patience = waitingMs, worker = cardWorker }: Limits = {},
): CardArtist {
  const oneByOne = pLimit(1);
  let running: DrawingProcess<CardRequest> | null = null;
  let waiting = 0;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  function letGo(): void {
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

  async function drawWhole(content: CardContent, isLate: () => boolean): Promise<Buffer> {
    const pictures = await picturesOf(content);
    // The one who asked has been answered, and the next card may be in work; or nothing is to be started any more.
    if (isLate()) throw new AppError(503, 'The pictures of a card took too long to read.', {}, 5);
    if (!running || running.ended) running = startDrawingProcess(worker);
    return Buffer.from(await running.draw({ content, pictures }));
  }

  async function drawInTime(content: CardContent, asked: number): Promise<Buffer> {
    if (closed || performance.now() - asked > patience)
      throw new AppError(503, 'A card waited too long to be drawn.', {}, 5);
    const { promise, reject } = Promise.withResolvers<never>();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      running?.kill();
      reject(new AppError(503, 'A card took too long to draw.', {}, 5));
    }, longest);
    try {
      return await Promise.race([promise, drawWhole(content, () => late || closed)]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async draw(content) {
      if (waiting >= maxQueue) throw new AppError(429, busy, {}, 60);
      waiting += 1;
      clearTimeout(idle);
      const asked = performance.now();
      try {
        return await oneByOne(() => drawInTime(content, asked));
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(letGo, idleMs).unref();
      }
    },
    close() {
      closed = true;
      letGo();
    },
  };
}
