import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Picture } from '../../shared/page/pictures.ts';
import type { OwnDataContext } from './context.ts';

export interface PackedPicture {
  /** Path in the ZIP. */
  name: string;
  picture: Picture;
}

/**
 * A ZIP of the text and then the pictures. Each is read as the client takes it, so that the ZIP is never in memory.
 * @param pictures iterated once the text has been read
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

  /** Resolves when the picture has been sent. */
  async function addPicture({ name, picture }: PackedPicture): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    // JPEG and PNG are compressed already.
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
    zip.addReadStream(data, 'data.json', { mtime });
    await whole;
    for await (const picture of pictures) {
      if (hasLeft) return;
      await addPicture(picture);
    }
    zip.end();
  }

  // A read error ends the ZIP abruptly, so that a part does not look like the whole.
  const breakOff = (error: Error): void => void out.destroy(error);
  zip.on('error', breakOff);
  // Closes the open file when the client leaves.
  out.once('close', () => {
    hasLeft = true;
    reading.destroy();
  });
  feed().catch(breakOff);
  return out;
}
