// Encodes the variants of sample pictures, in a process of its own (platform/drawing/drawing-process.ts says why).
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { encodeAll } from '../lib/server/media/index.ts';
import { answerDrawings } from '../lib/server/platform/drawing/drawing-process.ts';
import type { PicturePurpose } from '../lib/shared/page/pictures.ts';

export interface EncodeRequest {
  avif: Uint8Array;
  purpose: PicturePurpose;
}

// The media slice blocks this loader, for uploads; here it reads only files of the product.
sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer'] });

answerDrawings(async (request) => {
  const { avif, purpose } = request as EncodeRequest;
  const { data, info } = await sharp(avif).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height, channels: 3 } as const;
  return encodeAll(avif, pixels, purpose);
}, availableParallelism());
