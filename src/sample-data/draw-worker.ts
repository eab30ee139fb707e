// Draws pictures of sample listings as PNG, in a process of its own (platform/drawing/drawing-process.ts says why).
import sharp from 'sharp';
import { answerDrawings } from '../lib/server/platform/drawing/drawing-process.ts';
import { draw, type DrawRequest } from './draw-request.ts';

sharp.concurrency(1);
sharp.cache(false);

answerDrawings(async (request) => {
  const { svg, width } = draw(request as DrawRequest);
  // Read again within the second by the parent: speed counts here, size does not.
  return await sharp(Buffer.from(svg))
    .resize({ width })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
});
