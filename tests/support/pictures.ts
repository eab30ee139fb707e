import sharp from 'sharp';

/** Creates a picture file with noise over a colour, so that encoders have work. */
export async function picture(
  width: number,
  height: number,
  colour = '#008751',
  format: 'png' | 'jpeg' = 'png',
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: colour, noise } });
  return await image.toFormat(format).toBuffer();
}
