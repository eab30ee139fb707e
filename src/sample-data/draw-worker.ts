/**
 * Draws pictures of sample listings as PNG, in a process of its own: turning SVG into pixels needs a loader that the
 * serving process has blocked (lib/server/media/safe-sharp.ts), because there it could be reached by an upload. Here
 * nothing comes in but our own drawings. Reads DrawMessages from its parent, answers each with a DrawnMessage.
 */
import sharp from 'sharp';
import { draw, type DrawRequest } from './draw-request.ts';

export interface DrawMessage {
  id: number;
  request: DrawRequest;
}

export type DrawnMessage = { id: number; png: Uint8Array } | { id: number; failure: string };

sharp.concurrency(1);
sharp.cache(false);

async function answer({ id, request }: DrawMessage): Promise<DrawnMessage> {
  try {
    const { svg, width } = draw(request);
    // Read again within the second by the parent: speed counts here, size does not.
    const png = await sharp(Buffer.from(svg))
      .resize({ width })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toBuffer();
    return { id, png };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

// One after the other, so that drawings do not take the processor from the encoding of those already drawn.
let last: Promise<unknown> = Promise.resolve();
process.on('message', (message) => {
  last = last.then(async () => process.send?.(await answer(message as DrawMessage)));
});
process.on('disconnect', () => process.exit());
