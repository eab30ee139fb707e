import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Picture } from '../../shared/pictures.ts';
import type { OwnDataContext } from './context.ts';

/** A picture under a name that says what it is. */
export interface PackedPicture {
  /** Path in the ZIP. */
  name: string;
  picture: Picture;
}

/** Of the text in the ZIP. */
export const dataFile = 'data.json';

/** Pictures are read one after the other as the reader takes them, so the whole is never in memory. */
export function packOwnData(
  { clock, media }: Pick<OwnDataContext, 'clock' | 'media'>,
  text: string,
  pictures: PackedPicture[],
): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  let reading: Readable | undefined;
  const mtime = new Date(clock());
  zip.addBuffer(Buffer.from(text), dataFile, { mtime });
  for (const { name, picture } of pictures) {
    // JPEG and PNG do not get smaller.
    zip.addReadStreamLazy(name, { mtime, compress: false }, (take) => {
      media.openPicture(picture).then(
        (stream) => {
          reading = stream;
          take(null, stream);
        },
        (error: unknown) => take(error, undefined as never),
      );
    });
  }
  // A picture that cannot be read breaks the ZIP off: half of one must not look like the whole.
  zip.on('error', (error: Error) => out.destroy(error));
  // Whoever leaves half-way leaves a file open otherwise.
  out.once('close', () => reading?.destroy());
  zip.end();
  return out;
}
