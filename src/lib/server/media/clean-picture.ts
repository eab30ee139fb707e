// Reads the structure of an upload before a decoder does, and passes on only what its pixels need.
// Threat: decoders unpack, copy and search every other part of a file, without a limit of time. 60 texts of a PNG that
// hold nothing but zeros took 12 s of a processor.
import { inflateSync } from 'node:zlib';
import { AppError } from '../platform/errors.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';

export interface CleanPicture {
  /** The pixels, their colours and which side is up, without anything else. */
  bytes: Buffer;
  /** Times that the decoder goes through the picture. */
  scans: number;
}

/** Encoders write some hundred chunks at most, or segments. */
const mostParts = 10_000;
/** Profiles of displays and cameras have 0.5 to 10 KB. Those of printers have more, and are left out. */
const profileBytes = 65_519;
// What follows keeps the decoder below 300 ms of a processor, and lets pictures of every screen pass.
/** Bytes of unpacked rows: 16 megapixels in full colour, 12 with transparency. */
const rowBytes = 50_000_000;
/** Of a PNG with a profile, which is applied before the picture is made smaller. Larger ones lose it. */
const profiledBytes = 16_000_000;
/** Of a JPEG in the colours of a printer, which are converted likewise. */
const printedPixels = 2_000_000;
/** Encoders write twenty scans at most. Each of them visits every block of the picture, even one of ten bytes. */
const mostScans = 100;
/** Samples that all scans visit together: 18 megapixels in the ten scans of most encoders, 25 of a photo. */
const scannedSamples = 250_000_000;

export const unreadable = (): AppError => new AppError(400, messages.pictures.unreadable);
const laborious = (): AppError =>
  new AppError(
    400,
    'This image takes too much work to read. Make it smaller, or save it as an ordinary .jpg.',
  );

/** @throws AppError 400 for a file that is no whole JPEG or PNG, or larger than pictures may be */
export function cleanPicture(bytes: Buffer): CleanPicture {
  const head = bytes.toString('latin1', 0, 8);
  // By content, because the name and type of an upload are the client's.
  if (head.startsWith('\xff\xd8\xff')) return cleanJpeg(bytes);
  if (head === '\x89PNG\r\n\x1a\n') return cleanPng(bytes);
  throw unreadable();
}

/** Before a decoder allocates: a single row of a PNG of 25,000,000 x 1 pixels takes 843 MB. */
function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw unreadable();
  if (Math.max(width, height) > limits.imageSide) {
    const most = limits.imageSide.toLocaleString('en');
    throw new AppError(400, `This image is wider or higher than ${most} pixels. Choose a smaller one.`);
  }
  if (width * height > limits.imagePixels) {
    const megapixels = String(limits.imagePixels / 1_000_000);
    throw new AppError(400, `This image has more than ${megapixels} megapixels. Choose a smaller one.`);
  }
}

/** Chunks that are passed on, with the bytes that they have at most (PNG, third edition, section 11). */
const chunkBytes = { PLTE: 768, tRNS: 256, gAMA: 4, cHRM: 32, sRGB: 1, cICP: 4, eXIf: 65_535 };
const channelsOfType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function cleanPng(bytes: Buffer): CleanPicture {
  if (bytes.length < 33 || bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR')
    throw unreadable();
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  requireSize(width, height);
  const [depth = 0, type = 0, , , interlaced = 0] = bytes.subarray(24, 29);
  const rows = height * Math.ceil((width * depth * (channelsOfType[type] ?? 0)) / 8);
  // 16 bits a channel take twice as long, and so does a picture that has to be whole before its first row is known.
  if (rows * (interlaced === 0 ? 1 : 2) * (depth > 8 ? 2 : 1) > rowBytes) throw laborious();

  const header = [bytes.subarray(0, 33)];
  const data: Buffer[] = [];
  const seen = new Set<string>();
  let at = 33;
  for (let parts = 0; parts < mostParts; parts += 1) {
    if (at + 12 > bytes.length) throw unreadable();
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) throw unreadable();
    const chunk = bytes.subarray(at, end);
    const content = chunk.subarray(8, -4);
    if (name === 'IEND') {
      return { bytes: Buffer.concat([...header, ...data, pngEnd]), scans: 1 };
    }
    if (name === 'IDAT') data.push(chunk);
    else if (!seen.has(name)) {
      seen.add(name);
      if (name in chunkBytes && length <= chunkBytes[name as keyof typeof chunkBytes]) header.push(chunk);
      if (name === 'iCCP' && rows <= profiledBytes && isSmallProfile(content)) header.push(chunk);
    }
    at = end;
  }
  throw unreadable();
}

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

/** @param content a name, a zero, a zero for the method, and the packed profile */
function isSmallProfile(content: Buffer): boolean {
  const nameEnd = content.subarray(0, 80).indexOf(0);
  // Packing makes nothing larger, and blocks that unpack to nothing cost as well.
  if (nameEnd < 1 || content.length > profileBytes) return false;
  try {
    return isPlainProfile(inflateSync(content.subarray(nameEnd + 2), { maxOutputLength: profileBytes }));
  } catch {
    // Too large, or damaged. The picture is shown without it.
    return false;
  }
}

// Codes after 0xff (ITU T.81, table B.1).
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Huffman and quantization tables, and the restart interval. */
const tables = new Set([0xc4, 0xdb, 0xdd]);
/** Frames that are coded by Huffman tables: baseline, extended and progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2]);

const profileSegment = 0xe2;
/** What the application segments that are passed on begin with. A larger profile has more than one of one. */
const marks: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe1: 'Exif\0\0',
  [profileSegment]: 'ICC_PROFILE\0\x01\x01',
  0xee: 'Adobe',
};

/** Codes without a length: stuffing, a reserved one, restarts, and the start of an image. */
const isBare = (code: number): boolean => code <= 0x01 || (code >= 0xd0 && code <= startOfImage);

/** Reads the first image of the file: phones append others, and films. */
function cleanJpeg(bytes: Buffer): CleanPicture {
  const kept = [bytes.subarray(0, 2)];
  const seen = new Set<number>();
  let [width, height] = [0, 0];
  let [scans, samples] = [0, 0];
  let shares = new Map<number, number>();
  let at = 2;
  for (let parts = 0; parts < mostParts; parts += 1) {
    // Bytes between two segments are left out, as decoders do.
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw unreadable();
    while (bytes[at + 1] === 0xff) at += 1;
    if (at + 1 >= bytes.length) throw unreadable();
    const code = bytes[at + 1] ?? 0;
    if (code === endOfImage) {
      if (width === 0) throw unreadable();
      kept.push(bytes.subarray(at, at + 2));
      return { bytes: Buffer.concat(kept), scans };
    }
    if (isBare(code)) {
      at += 2;
      continue;
    }
    const end = at + 4 > bytes.length ? Infinity : at + 2 + Math.max(bytes.readUInt16BE(at + 2), 2);
    if (end > bytes.length) throw unreadable();
    const segment = bytes.subarray(at, end);
    const content = segment.subarray(4);
    at = end;
    if (tables.has(code)) kept.push(segment);
    else if (frames.has(code)) {
      if (width > 0 || content.length < 6) throw unreadable();
      [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
      requireSize(width, height);
      if (content[5] === 4 && width * height > printedPixels) throw laborious();
      shares = sharesOf(content);
      kept.push(segment);
    } else if (code === startOfScan) {
      scans += 1;
      for (let part = 0; part < (content[0] ?? 0); part += 1)
        samples += width * height * (shares.get(content[1 + 2 * part] ?? 0) ?? 1);
      if (scans > mostScans || samples > scannedSamples) throw laborious();
      at = endOfScan(bytes, end);
      kept.push(bytes.subarray(end - segment.length, at));
    } else if (scans === 0 && !seen.has(code) && startsWith(content, marks[code])) {
      seen.add(code);
      const rest = content.subarray(marks[code]?.length);
      if (code !== profileSegment || isPlainProfile(rest)) kept.push(segment);
    }
  }
  throw unreadable();
}

/** The part of the picture's samples that each component has: a photo has a quarter of its two colours. */
function sharesOf(frame: Buffer): Map<number, number> {
  const areas = new Map<number, number>();
  for (let at = 6; at + 1 < frame.length; at += 3) {
    const [component = 0, sampling = 0] = frame.subarray(at, at + 2);
    // Two may have one number.
    areas.set(component, Math.max(areas.get(component) ?? 0, (sampling >> 4) * (sampling & 15)));
  }
  const most = Math.max(1, ...areas.values());
  return new Map([...areas].map(([component, area]) => [component, area / most]));
}

const startsWith = (content: Buffer, mark: string | undefined): boolean =>
  mark !== undefined && content.toString('latin1', 0, mark.length) === mark;

/** Where the next segment begins: the data of a scan ends at a code that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at;
  }
  throw unreadable();
}

/**
 * Whether a profile is a matrix and curves. Threat: one with steps to compute (D2B0) may name thousands of them in
 * 8 bytes each, which takes seconds that nothing can interrupt.
 */
function isPlainProfile(profile: Buffer): boolean {
  if (profile.length < 132 || !['mntr', 'scnr', 'spac'].includes(profile.toString('latin1', 12, 16)))
    return false;
  const tags = profile.readUInt32BE(128);
  if (tags > 100 || 132 + 12 * tags > profile.length) return false;
  return Array.from({ length: tags }, (_, tag) =>
    profile.toString('latin1', 132 + 12 * tag, 135 + 12 * tag),
  ).every((name) => !/^[ABD]2[ABD]/.test(name));
}
