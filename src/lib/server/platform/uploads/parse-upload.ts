// Reads a multipart body as it comes in. Files go to disk, not to memory: a hundred people who upload 20 MB each over a
// slow connection must not cost two gigabytes, nor wait for one another.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { limits } from '../../../shared/limits.ts';
import { rethrowDiskFault } from '../disk-fault.ts';
import { AppError } from '../errors.ts';
import { makeUploadFolder } from './upload-folders.ts';

export interface UploadedFile {
  /** Where it lies until `dispose`. */
  path: string;
  /** Bytes; one more than allowed where the file was larger, the rest of which was thrown away. */
  size: number;
}

export interface Upload {
  /** One value, or all of them where the field came more than once. */
  fields: Record<string, string | string[]>;
  files: Record<string, UploadedFile[]>;
  /** Removes the files. */
  dispose(): Promise<void>;
}

/** Of one request; more than any form has. */
const counts = { fields: 100, files: 10, fieldBytes: 64 * 1024 };

/**
 * A body that is too large is read on, and thrown away, up to this many bytes: a browser shows an answer only once it has
 * sent what it had to send.
 */
const drainedBytes = 4 * limits.requestBytes;

const tooLarge = new AppError(413, 'This request is larger than 25 MB. Use smaller images.');

/** @throws AppError 400 for a body that is not multipart, 413 for one of more than 25 MB, 503 where the disk does not take it; nothing is left there */
export async function parseUpload(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
): Promise<Upload> {
  const folder = await makeUploadFolder();
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await parse(body, contentType, folder)), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function parse(body: ReadableStream<Uint8Array> | null, contentType: string, folder: string) {
  const fields: Upload['fields'] = Object.create(null) as Upload['fields'];
  const files: Upload['files'] = Object.create(null) as Upload['files'];
  const sinks: Writable[] = [];
  const writing: Promise<void>[] = [];
  let refusal: AppError | undefined;
  const parser = createParser(contentType);

  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated)
      refusal ??= new AppError(400, `${name}: this text is too long.`, { [name]: 'This text is too long.' });
    const known = fields[name];
    fields[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  });
  parser.on('file', (name, stream, filename) => {
    // A file input that was left empty sends a part without a name and bytes.
    if (!filename) {
      stream.resume();
      return;
    }
    const file: UploadedFile = { path: join(folder, String(writing.length)), size: 0 };
    (files[name] ??= []).push(file);
    stream.on('data', (chunk: Buffer) => (file.size += chunk.length));
    const sink = createWriteStream(file.path);
    const written = finished(stream.pipe(sink));
    // Read on, and thrown away: a browser shows an answer only once it has sent what it had to send.
    written.catch(() => stream.resume());
    sinks.push(sink);
    writing.push(written);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => (refusal ??= new AppError(400, 'The request has too many parts.')));
  }

  let received = 0;
  try {
    await pipeline(
      body ? Readable.fromWeb(body) : Readable.from([]),
      async function* bounded(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          received += chunk.length;
          if (received <= limits.requestBytes) yield chunk;
          else if (received <= drainedBytes) refusal ??= tooLarge;
          else throw tooLarge;
        }
      },
      parser,
    );
    await Promise.all(writing);
  } catch (error) {
    // Those that still wait for more.
    for (const sink of sinks) sink.destroy();
    const settled = await Promise.allSettled(writing);
    for (const one of settled) if (one.status === 'rejected') throwDiskFault(one.reason);
    if (refusal ?? error instanceof AppError) throw refusal ?? error;
    throw new AppError(400, 'The request could not be read. Send the form again.');
  }
  if (refusal) throw refusal;
  return { fields, files };
}

/** A file that the disk did not take is no fault of the request's; whatever else ended it is judged by the caller. */
function throwDiskFault(reason: unknown): void {
  try {
    rethrowDiskFault(reason);
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: counts.fields,
        files: counts.files,
        fieldSize: counts.fieldBytes,
        // One more than allowed: the size then tells that the file was too large.
        fileSize: limits.imageBytes + 1,
      },
    });
  } catch {
    throw new AppError(400, 'The request could not be read. Send the form again.');
  }
}
