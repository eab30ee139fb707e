// Prepares a picked file for the upload: checks its type, and makes it smaller if no screen could show all of it.
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';

/** Largest length of the longer side, in pixels. */
const longestSide = 2_560;
const jpegQuality = 0.88;

type PictureType = 'image/jpeg' | 'image/png';

export type PreparedPicture = { kind: 'ok'; file: File } | { kind: 'error'; error: string };

/** Refuses with the server's sentences before anything is sent. The server checks again. */
export async function preparePicture(picked: File): Promise<PreparedPicture> {
  try {
    const type = await typeOf(picked);
    if (!type) return { kind: 'error', error: messages.pictures.unreadable };
    const file = await downscaled(picked, type);
    if (file.size > limits.imageBytes) return { kind: 'error', error: messages.pictures.tooLarge };
    // A copy in memory, because the file on the disk can change, and phones revoke the permission to read it.
    return { kind: 'ok', file: new File([await file.arrayBuffer()], file.name, { type: file.type }) };
  } catch {
    return { kind: 'error', error: messages.pictures.unreadable };
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
  const named = new File([file], nameFor(file.name, type), { type });
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    const scale = longestSide / Math.max(width, height);
    if (scale >= 1) {
      bitmap.close();
      return named;
    }
    const canvas = drawn(bitmap, { x: 0, y: 0, width, height }, scale);
    let blob = await toBlob(canvas, type);
    // A photograph that was saved as PNG is smaller as a JPEG.
    if (blob.size > limits.imageBytes && type === 'image/png')
      blob = await toBlob(onWhite(canvas), 'image/jpeg');
    return new File([blob], nameFor(file.name, blob.type), { type: blob.type });
  } catch {
    return named;
  }
}

/** Largest side of a picture that was cropped to a square, in pixels; pages show at most a quarter of it. */
const croppedSide = 1_024;

export interface Size {
  width: number;
  height: number;
}

/** A part of a picture, in percent of its width and height. */
export interface Part extends Size {
  x: number;
  y: number;
}

/** @returns null if the browser cannot decode the file */
export async function sizeOf(file: Blob): Promise<Size | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return null;
  }
}

/** Ignores a difference of up to 2 %, which nobody sees. */
export function isSquare({ width, height }: Size): boolean {
  return Math.abs(width - height) <= Math.max(width, height) / 50;
}

/** The largest square in the middle. */
export function middleSquare({ width, height }: Size): Part {
  const side = Math.min(width, height);
  const [wide, high] = [(side / width) * 100, (side / height) * 100];
  return { x: (100 - wide) / 2, y: (100 - high) / 2, width: wide, height: high };
}

/** Crops the picture to `part`, which must be a square, and scales it down to `croppedSide`. */
export async function cropPicture(file: File, part: Part): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const [x, y] = [(part.x / 100) * bitmap.width, (part.y / 100) * bitmap.height];
  const side = Math.max(1, Math.min((part.width / 100) * bitmap.width, (part.height / 100) * bitmap.height));
  const canvas = drawn(bitmap, { x, y, width: side, height: side }, Math.min(1, croppedSide / side));
  const blob = await toBlob(canvas, file.type);
  return new File([blob], nameFor(file.name, blob.type), { type: blob.type });
}

/** @param part in pixels of the bitmap, which is closed */
function drawn(bitmap: ImageBitmap, { x, y, width, height }: Part, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = contextOf(canvas);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  return context;
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw so much.'))),
      type,
      jpegQuality,
    );
  });
}

function nameFor(name: string, type: string): string {
  return `${name.replace(/\.[^.]*$/, '') || 'image'}.${type === 'image/png' ? 'png' : 'jpg'}`;
}
