/** A picture of an icon file. */
export interface IcoPicture {
  /** Pixels of a side, at most 255. */
  size: number;
  png: Uint8Array;
}

const headerBytes = 6;
const entryBytes = 16;

/** @returns favicon.ico: a directory of the pictures, then each as a PNG */
export function icoOf(pictures: readonly IcoPicture[]): Buffer {
  const directory = Buffer.alloc(headerBytes + entryBytes * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = headerBytes + entryBytes * index;
    directory.writeUInt8(size, at);
    directory.writeUInt8(size, at + 1);
    // One plane of 32 bits a pixel.
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}
