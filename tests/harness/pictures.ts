import sharp from 'sharp';

/** A picture file with noise over a colour, so that encoders have work. */
export async function picture(
  width = 200,
  height = 200,
  { colour = '#008751', format = 'png' }: { colour?: string; format?: 'png' | 'jpeg' } = {},
): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: colour, noise } });
  return Buffer.from(await image.toFormat(format).toBuffer());
}
