// Draws share cards as JPEG in a process of its own (reasons: platform/drawing/drawing-process.ts).
import sharp from 'sharp';
import { answerDrawings } from '../platform/drawing/drawing-process.ts';
import { cardSize, type CardContent } from './card-content.ts';
import { drawCard } from './draw-card.ts';

export interface CardRequest {
  content: CardContent;
  /** Encoded pictures by storage key, whose extension names the format. */
  pictures: Record<string, Uint8Array>;
}

/** Messengers ignore larger pictures: WhatsApp above 300 KB. */
const maxBytes = 300_000;
const qualities = [84, 72, 60, 45];

sharp.concurrency(1);
sharp.cache(false);

answerDrawings(async (request) => {
  const { content, pictures } = request as CardRequest;
  const urls = new Map(
    Object.entries(pictures).map(([key, bytes]) => [
      key,
      `data:image/${key.endsWith('.png') ? 'png' : 'jpeg'};base64,${Buffer.from(bytes).toString('base64')}`,
    ]),
  );
  const drawn = sharp(Buffer.from(drawCard(content, urls)))
    .resize(cardSize)
    .flatten()
    .removeAlpha();
  let card: Buffer | undefined;
  for (const quality of qualities) {
    card = await drawn.clone().jpeg({ quality, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
    if (card.byteLength < maxBytes) return card;
  }
  throw new Error(`The card takes ${String(card?.byteLength)} bytes.`);
});
