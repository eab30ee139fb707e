import sharp from 'sharp';

interface Look {
  colour?: string;
  format?: 'png' | 'jpeg';
  /** Without the noise that gives encoders work. */
  isFlat?: boolean;
}

/** A picture file. */
export async function picture(
  width = 200,
  height = 200,
  { colour = '#008751', format = 'png', isFlat = false }: Look = {},
): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const image = sharp({
    create: { width, height, channels: 3, background: colour, ...(!isFlat && { noise }) },
  });
  return Buffer.from(await image.toFormat(format).toBuffer());
}
