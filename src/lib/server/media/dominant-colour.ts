import { fromPixels, type Pixels } from './read-pixels.ts';

/** Bits of each channel by which colours are grouped; a group's colours are averaged. */
const bits = 4;

/** Small, because this runs on the event loop. */
const thumbnailWidth = 24;

interface Bin {
  red: number;
  green: number;
  blue: number;
  count: number;
}

/** The most frequent colour of the visible pixels as '#rrggbb'; '#808080' without any. */
export async function dominantColour(pixels: Pixels): Promise<string> {
  const { channels } = pixels;
  // 'nearest' keeps colours; interpolation could add one that the picture does not have.
  const data = await fromPixels(pixels).resize({ width: thumbnailWidth, kernel: 'nearest' }).raw().toBuffer();
  const shift = 8 - bits;
  const bins = new Map<number, Bin>();
  for (let at = 0; at + channels <= data.length; at += channels) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(at, at + channels);
    if (alpha < 128) continue;
    const key = ((red >> shift) << (2 * bits)) | ((green >> shift) << bits) | (blue >> shift);
    const bin = bins.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
    bin.count += 1;
    bins.set(key, bin);
  }
  let most = { red: 128, green: 128, blue: 128, count: 1 };
  let count = 0;
  for (const bin of bins.values()) {
    if (bin.count > count) {
      most = bin;
      count = bin.count;
    }
  }
  const hex = (sum: number) =>
    Math.round(sum / most.count)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(most.red)}${hex(most.green)}${hex(most.blue)}`;
}
