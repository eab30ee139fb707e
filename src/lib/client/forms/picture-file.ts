// Prepares a picked file for the upload: checks its type, and makes it smaller if no screen could show all of it.
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';

/** Largest length of the longer side, in pixels. */
const longestSide = 2_560;
const jpegQuality = 0.88;

type PictureType = 'image/jpeg' | 'image/png';

/**
 * Refuses with the server's sentences before anything is sent. The server checks again.
 * @returns the file to send, or why it is refused
 */
export async function preparePicture(picked: File): Promise<File | string> {
  try {
    const type = await typeOf(picked);
    if (!type) return messages.pictures.unreadable;
    const file = await downscaled(picked, type);
    if (file.size > limits.imageBytes) return messages.pictures.tooLarge;
    // A copy in memory, because the file on the disk can change, and phones revoke the permission to read it.
    return new File([await file.arrayBuffer()], file.name, { type: file.type });
  } catch {
    return messages.pictures.unreadable;
  }
}

/** Tells the type by the content, because a renamed file has a wrong name and a wrong declared type. */
async function typeOf(file: Blob): Promise<PictureType | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
  if (startsWith(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? 'image/png' : null;
}

/** @returns the same content if it is small enough, or if the browser cannot make it smaller */
async function downscaled(file: File, type: PictureType): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    if (Math.max(width, height) > longestSide) {
      const { canvas, context } = drawn(bitmap, { x: 0, y: 0, width, height }, longestSide);
      const smaller = await fileOf(canvas, file.name, type);
      if (type === 'image/jpeg' || smaller.size <= limits.imageBytes) return smaller;
      // A photograph that was saved as PNG is smaller as a JPEG, which has a ground.
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      return await fileOf(canvas, file.name, 'image/jpeg');
    }
    bitmap.close();
  } catch {
    // The server makes it smaller.
  }
  return new File([file], nameFor(file.name, type), { type });
}

/** Largest side of a picture that was cropped to a square, in pixels; pages show at most a quarter of it. */
const croppedSide = 1_024;

/** A part of a picture, in percent of its width and height. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** @returns the largest square in the middle; null if the browser cannot decode the file */
export async function middleOf(file: Blob): Promise<Part | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const [width, height] = [(side / bitmap.width) * 100, (side / bitmap.height) * 100];
  bitmap.close();
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

/** Crops the picture to `part`, which must be a square, and scales it down to `croppedSide`. */
export async function cropPicture(file: File, part: Part): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const [x, y] = [(part.x / 100) * bitmap.width, (part.y / 100) * bitmap.height];
  const side = Math.max(1, Math.min((part.width / 100) * bitmap.width, (part.height / 100) * bitmap.height));
  const { canvas } = drawn(bitmap, { x, y, width: side, height: side }, croppedSide);
  return await fileOf(canvas, file.name, file.type);
}

/** @param part in pixels of the bitmap, which is closed @param longest of the longer side */
function drawn(bitmap: ImageBitmap, { x, y, width, height }: Part, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return { canvas, context };
}

async function fileOf(canvas: OffscreenCanvas, name: string, type: string): Promise<File> {
  const blob = await canvas.convertToBlob({ type, quality: jpegQuality });
  return new File([blob], nameFor(name, blob.type), { type: blob.type });
}

function nameFor(name: string, type: string): string {
  return `${name.replace(/\.[^.]*$/, '') || 'image'}.${type === 'image/png' ? 'png' : 'jpg'}`;
}
