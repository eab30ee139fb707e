// Parses a multipart body as it arrives. Files go to disk, not to memory: a hundred people who upload 20 MB each over a
// slow connection must not cost two gigabytes, nor wait for each other.
// Threat: a body may end anywhere, and a stream error without a listener ends the process. So every part and the parser
// have a listener for as long as they exist, and the first error stops all of them.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { limits } from '../../../shared/schemas/limits.ts';
import { rethrowDiskFault } from '../disk-fault.ts';
import { AppError, ClientLeft } from '../errors.ts';
import { removeAbandoned } from '../storage/durable-files.ts';
import { textTooLarge, tooSlow, type Hold } from './bodies.ts';

export interface UploadedFile {
  /** Path of the file, which exists until `dispose`. */
  path: string;
  /** Bytes; one more than allowed where the file was larger and was cut. */
  size: number;
}

export interface Upload {
  /** One value, or all of them where the field came more than once. */
  fields: Record<string, string | string[]>;
  files: Record<string, UploadedFile[]>;
  /** Removes the files. */
  dispose(): Promise<void>;
}

/**
 * Limits of one request, above what any form sends. `parts` includes empty and unnamed ones: 24 MB of delimiters took
 * ten seconds of processor time.
 */
const counts = {
  parts: 110,
  fields: 100,
  files: 10,
  /** Bytes of one field, and of all fields together, which are held in memory. */
  fieldBytes: 64 * 1024,
  textBytes: 256 * 1024,
  nameLength: 100,
  headerBytes: 8 * 1024,
  headerPairs: 32,
  boundaryLength: 200,
};

/**
 * Maximum pause in the middle of an upload, in milliseconds. The whole has ten minutes (http/server.ts).
 */
const idleMs = 60_000;

const tooLarge = (): AppError => new AppError(413, 'This request is larger than 25 MB. Use smaller images.');
const tooManyParts = (): AppError => new AppError(400, 'The request has too many parts.');
const unreadable = (): AppError => new AppError(400, 'The request could not be read. Send the form again.');

/**
 * A refused body is not read to its end; `RequestBody.settle` handles the rest.
 * @param disk the share of the disk budget that the files of this request use until `dispose`
 * @throws AppError 400 for a body that is not multipart, 413 for one of more than 25 MB, 408 for one that stalls, 429
 * or 503 if the disk or its budget does not take it; nothing is left there
 */
export async function parseUpload(
  body: ReadableStream<Uint8Array> | null,
  contentType: string,
  disk: Hold,
): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), prefix)).catch(rethrowDiskFault);
  // Releases the budget also where removing the files fails. The sweep removes them later.
  const dispose = (): Promise<void> =>
    rm(folder, { recursive: true, force: true }).finally(() => disk.release());
  const fields = Object.create(null) as Upload['fields'];
  const files = Object.create(null) as Upload['files'];
  const writing: Promise<void>[] = [];
  const stopped = new AbortController();
  const { signal } = stopped;
  let textBytes = 0;
  let received = 0;

  /** The signal keeps the first reason; later errors are its consequences. */
  const stop = (reason: unknown): void =>
    stopped.abort(reason instanceof AppError || reason instanceof ClientLeft ? reason : unreadable());

  function takeField(name: string | undefined, value: string, _nameIsCut: boolean, isCut: boolean): void {
    if (!isFieldName(name)) {
      stop(unreadable());
      return;
    }
    if (isCut)
      stop(new AppError(400, `${name}: this text is too long.`, { [name]: 'This text is too long.' }));
    textBytes += value.length;
    if (textBytes > counts.textBytes) stop(textTooLarge());
    const known = fields[name];
    fields[name] = known === undefined ? value : [known, value].flat();
  }

  function takeFile(name: string | undefined, stream: BusboyFileStream, filename: string): void {
    // The parser emits the error of a truncated part here as well as on itself.
    stream.on('error', () => undefined);
    // An empty file input sends a part without a file name and without bytes.
    if (!filename || !isFieldName(name)) {
      stream.resume();
      if (filename) stop(unreadable());
      return;
    }
    const file: UploadedFile = { path: join(folder, String(writing.length)), size: 0 };
    (files[name] ??= []).push(file);
    const counted = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        disk.add(chunk.length);
        file.size += chunk.length;
        yield chunk;
      }
    };
    const saved = pipeline(stream, counted, createWriteStream(file.path), { signal });
    writing.push(saved.catch(rethrowDiskFault).catch(stop));
  }

  const idle = setTimeout(() => stop(tooSlow()), idleMs);
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      idle.refresh();
      received += chunk.length;
      if (received > limits.requestBytes) {
        stop(tooLarge());
        return;
      }
      yield chunk;
    }
  };
  try {
    const parser = createParser(contentType);
    parser.on('error', stop).on('field', takeField).on('file', takeFile);
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => stop(tooManyParts()));
    await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), bounded, parser, { signal }).catch(
      stop,
    );
    clearTimeout(idle);
    await Promise.all(writing);
    signal.throwIfAborted();
    return { fields, files, dispose };
  } catch (error) {
    clearTimeout(idle);
    await dispose();
    throw error;
  }
}

/** Whether the name is complete, and no longer than that of any form. */
function isFieldName(name: string | undefined): name is string {
  return name !== undefined && name.length <= counts.nameLength;
}

function createParser(contentType: string): BusboyInstance {
  const [, quoted, plain] = /boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
  const { length } = quoted ?? plain ?? '';
  if (length === 0 || length > counts.boundaryLength) throw unreadable();
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: counts.parts,
        fields: counts.fields,
        files: counts.files,
        fieldSize: counts.fieldBytes,
        headerPairs: counts.headerPairs,
        headerSize: counts.headerBytes,
        // One more than allowed: the size then tells that the file was too large.
        fileSize: limits.imageBytes + 1,
      },
    });
  } catch {
    throw unreadable();
  }
}

// Folders for the files of a request while it is processed. They are in TMPDIR, which should be on a disk; in a
// container /tmp is often memory. A process that is killed leaves them.
const prefix = 'naijabuilt-upload-';

/** Removes folders that were not changed since `before` (milliseconds since 1970). */
export const sweepUploadFolders = (before: number): Promise<void> =>
  removeAbandoned(tmpdir(), before, prefix);
