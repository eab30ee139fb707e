export interface Sides {
  /** Sides as stored, before the picture is turned upright. */
  width: number;
  height: number;
}

/**
 * The sides in the header of a JPEG or PNG; null without one. Threat: the decoder allocates whole rows before its
 * result can be checked, 843 MB for a PNG of 25,000,000 x 1 pixels, which is within the limit of pixels.
 */
export function sidesOf(bytes: Buffer, format: 'jpeg' | 'png'): Sides | null {
  return format === 'png' ? sidesOfPng(bytes) : sidesOfJpeg(bytes);
}

/** IHDR is always the first chunk (PNG specification, section 5.6). */
function sidesOfPng(bytes: Buffer): Sides | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** From the frame header before the first scan (ITU T.81, B.2.2); the largest of several. */
function sidesOfJpeg(bytes: Buffer): Sides | null {
  const sides: Sides = { width: 0, height: 0 };
  const found = (): Sides | null => (sides.width > 0 ? sides : null);
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return found();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan || marker === endOfImage) return found();
    if (marker >= 0xc0 && marker <= 0xcf && !notFrames.has(marker)) {
      sides.height = Math.max(sides.height, bytes.readUInt16BE(at + 5));
      sides.width = Math.max(sides.width, bytes.readUInt16BE(at + 7));
    }
    at += 2 + Math.max(bytes.readUInt16BE(at + 2), 2);
  }
  return found();
}

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Huffman tables, a reserved code and arithmetic conditioning, whose codes lie between those of frames. */
const notFrames = new Set([0xc4, 0xc8, 0xcc]);
