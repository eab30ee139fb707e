import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Picture } from '../../shared/page/pictures.ts';
import type { OwnDataContext } from './context.ts';

/** A picture under a name that says what it is. */
export interface PackedPicture {
  /** Path in the ZIP. */
  name: string;
  picture: Picture;
}

/** Of the text in the ZIP. */
export const dataFile = 'data.json';

/**
 * The text is read first and then the pictures, one after the other and as the reader takes them, so the whole is never
 * in memory.
 * @param pictures asked for once the text has been read
 */
export function packOwnData(
  { clock, media }: Pick<OwnDataContext, 'clock' | 'media'>,
  text: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  pictures: AsyncIterable<PackedPicture> | Iterable<PackedPicture>,
): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream.pipe(new PassThrough());
  const mtime = new Date(clock());
  let hasLeft = false;
  let reading: Readable = Readable.from(text);

  /** Resolves when the picture has been taken by the reader. */
  async function addPicture({ name, picture }: PackedPicture): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    // JPEG and PNG do not get smaller.
    zip.addReadStreamLazy(name, { mtime, compress: false }, (take) => {
      media.openPicture(picture).then(
        (stream) => {
          reading = stream;
          finished(stream).then(() => resolve(undefined), reject);
          if (hasLeft) stream.destroy();
          take(null, stream);
        },
        (error: unknown) => {
          take(error, undefined as never);
          reject(error);
        },
      );
    });
    await promise;
  }

  async function feed(): Promise<void> {
    const data = reading;
    const whole = finished(data);
    zip.addReadStream(data, dataFile, { mtime });
    await whole;
    for await (const picture of pictures) {
      if (hasLeft) return;
      await addPicture(picture);
    }
    zip.end();
  }

  // What cannot be read breaks the ZIP off: half of one must not look like the whole.
  const breakOff = (error: Error): void => void out.destroy(error);
  zip.on('error', breakOff);
  // Whoever leaves half-way leaves a file open otherwise.
  out.once('close', () => {
    hasLeft = true;
    reading.destroy();
  });
  feed().catch(breakOff);
  return out;
}
