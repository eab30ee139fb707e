import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { brand } from '../../shared/page/brand.ts';
import type { Logo } from '../platform/brand/icons.ts';
import { AppError } from '../platform/errors.ts';
import { startDrawingProcess, type DrawingProcess } from '../platform/drawing/drawing-process.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { CardContent } from './card-content.ts';
import type { CardLook, CardRequest } from './card-worker.ts';

/** Idle time after which the drawing process ends, to free its memory. */
const idleMs = 30_000;

/** Crawlers may request every card at once; further requests are refused. */
export const maxQueue = 32;

/** A card takes 0.1 s. A drawing that exceeds this hangs, and its process is replaced. */
const drawingMs = 10_000;
/** Time in the queue after which the client has probably left. */
const waitingMs = 20_000;

const busy = 'Too many cards are being drawn. Ask again in a minute.';

interface ArtistOptions {
  drawingMs?: number;
  waitingMs?: number;
  /** Path of the module that draws. */
  worker?: string;
  /** The operator's logo. */
  logo?: Pick<Logo, 'kind' | 'bytes'> | null;
}

const cardWorker = fileURLToPath(new URL('./card-worker.ts', import.meta.url));

/** The drawing process knows nothing of the operator's brand, so each request has it. */
const lookOf = (logo: CardLook['logo']): CardLook => ({ name: brand.name, colours: brand.cardColours, logo });

/** Draws cards one by one, so that one that hangs fails no other, in a process that is started when needed. */
export function createCardArtist(
  storage: Pick<Storage, 'read'>,
  {
    drawingMs: maxDrawing = drawingMs,
    waitingMs: maxWaiting = waitingMs,
    worker = cardWorker,
    logo = null,
  }: ArtistOptions = {},
) {
  const oneByOne = pLimit(1);
  let running: DrawingProcess<CardRequest> | null = null;
  let waiting = 0;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  function endProcess(): void {
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

  async function readAndDraw(content: CardContent, isLate: () => boolean): Promise<Buffer> {
    const pictures = await picturesOf(content);
    // The request was refused and the next card may be in work, or the artist was closed.
    if (isLate()) throw new AppError(503, 'The pictures of a card took too long to read.', {}, 5);
    if (!running || running.ended) running = startDrawingProcess(worker);
    return Buffer.from(await running.draw({ content, pictures, look: lookOf(logo) }));
  }

  async function drawInTime(content: CardContent, asked: number): Promise<Buffer> {
    if (closed || performance.now() - asked > maxWaiting)
      throw new AppError(503, 'A card waited too long to be drawn.', {}, 5);
    const { promise, reject } = Promise.withResolvers<never>();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      running?.kill();
      reject(new AppError(503, 'A card took too long to draw.', {}, 5));
    }, maxDrawing);
    try {
      return await Promise.race([promise, readAndDraw(content, () => late || closed)]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** @returns a JPEG @throws AppError 429 when too many wait, 503 when it takes too long */
    async draw(content: CardContent): Promise<Buffer> {
      if (waiting >= maxQueue) throw new AppError(429, busy, {}, 60);
      waiting += 1;
      clearTimeout(idle);
      const asked = performance.now();
      try {
        return await oneByOne(() => drawInTime(content, asked));
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(endProcess, idleMs).unref();
      }
    },
    close(): void {
      closed = true;
      endProcess();
    },
  };
}
