// Draws share cards as JPEG in a process of its own (reasons: platform/drawing/drawing-process.ts).
import sharp from 'sharp';
import type { CardColours } from '../../shared/page/brand.ts';
import { drawLogo } from '../platform/brand/draw-logo.ts';
import type { Logo } from '../platform/brand/icons.ts';
import { answerDrawings } from '../platform/drawing/drawing-process.ts';
import { cardSize, type CardContent } from './card-content.ts';
import { drawCard } from './draw-card.ts';

/** What the operator of the site may choose. */
export interface CardLook {
  name: string;
  colours: CardColours;
  /** Null for the mark of the product. */
  logo: Pick<Logo, 'kind' | 'bytes'> | null;
}

export interface CardRequest {
  content: CardContent;
  look: CardLook;
  /** Encoded pictures by storage key, whose extension names the format. */
  pictures: Record<string, Uint8Array>;
}

/** Messengers ignore larger pictures: WhatsApp above 300 KB. */
const maxBytes = 300_000;
const qualities = [84, 72, 60, 45];

sharp.concurrency(1);
sharp.cache(false);

/** Pixels of a side of the logo in the panel of the site's own card. */
const logoSize = 224;

/** As a PNG, because an SVG inside an SVG would be drawn in both places. */
async function logoUrl(logo: NonNullable<CardLook['logo']>): Promise<string> {
  return `data:image/png;base64,${(await drawLogo(logo, logoSize)).toString('base64')}`;
}

answerDrawings(async (request) => {
  const { content, pictures, look } = request as CardRequest;
  const urls = new Map(
    Object.entries(pictures).map(([key, bytes]) => [
      key,
      `data:image/${key.endsWith('.png') ? 'png' : 'jpeg'};base64,${Buffer.from(bytes).toString('base64')}`,
    ]),
  );
  const drawn = sharp(
    Buffer.from(drawCard(content, urls, { ...look, logo: look.logo && (await logoUrl(look.logo)) })),
  )
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
