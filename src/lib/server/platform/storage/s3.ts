import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { messages } from '../../../shared/text/messages.ts';
import { AppError, ConfigError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { parseMediaUrl, type MediaUrl } from './media-url.ts';
import { contentTypeOf, isStorageKey, type RangeRequest, type Storage, type StoredFile } from './storage.ts';

/**
 * `answer`: how long the store may take to begin an answer, and to pause in the middle of one. `start`: how long a
 * start waits for a store that does not answer.
 */
const timeoutsMs = { connection: 3_000, answer: 20_000, start: 60_000 };

/** Maximum bytes of pictures that are buffered for slow readers. */
const heldBytes = 64 * 1024 * 1024;
/** Maximum size of a buffered object; larger than any picture that is made here. */
const maxBufferedBytes = 4 * 1024 * 1024;

/** Error names of stores other than AWS for a missing bucket or object, besides the status. */
const missingNames = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);

/** Long enough for a restart of the store. */
const retryAfterSeconds = 5;

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** @throws AppError 503 where the store does not answer, and the error itself where it refuses the request */
function rethrowOutage(error: unknown): never {
  if (!mayPass(error)) throw error;
  throw new AppError(503, messages.errors.storage, {}, retryAfterSeconds, { cause: error });
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 || (error instanceof S3ServiceException && missingNames.has(error.name));
}

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** For a server of the bucket itself. A file never changes (storage.ts). */
const cacheControl = 'public, max-age=31536000, immutable';

/**
 * Storage in a bucket, which is created when missing.
 * @param url `s3://bucket?endpoint=https://…&region=…&public=https://…`. Without `endpoint` it is AWS; with `public`,
 * browsers fetch files from there. Credentials come from the usual AWS_* variables.
 * @throws ConfigError with one line, where the store does not answer in time, or refuses the credentials
 */
export async function openS3Storage(
  url: string,
  { log }: { log?: Logger | undefined } = {},
): Promise<Storage> {
  const place = parseMediaUrl(url);
  const { bucket, endpoint, region, publicUrl } = place;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestHandler: {
      connectionTimeout: timeoutsMs.connection,
      requestTimeout: timeoutsMs.answer,
      // The client would only warn otherwise.
      throwOnRequestTimeout: true,
      socketTimeout: timeoutsMs.answer,
      // More than pictures that are read at once, so that those do not block uploads and /readyz.
      httpAgent: { maxSockets: 100 },
      httpsAgent: { maxSockets: 100 },
    },
    // Some other stores refuse the checksums of AWS; all know Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  let held = 0;
  const at = (key: string) => ({ Bucket: bucket, Key: known(key) });

  /** Buffers the object, because a slow reader would hold a connection to the store. */
  async function bufferSmallObject(body: Readable, length: number): Promise<Readable> {
    if (length > maxBufferedBytes || held + length > heldBytes) return body;
    held += length;
    try {
      const stream = Readable.from([await buffer(body)]);
      return stream.once('close', () => (held -= length));
    } catch (error) {
      held -= length;
      throw error;
    }
  }

  async function read(key: string, range?: RangeRequest): Promise<StoredFile | null> {
    if (!isStorageKey(key)) return null;
    const Range = range && rangeField(range);
    try {
      const found = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }));
      // 'bytes 0-99/1234'
      const [, first, last, whole] = /(\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '') ?? [];
      return {
        stream: await bufferSmallObject(found.Body as Readable, found.ContentLength ?? Infinity),
        size: Number(whole ?? found.ContentLength ?? 0),
        range: whole === undefined ? null : { start: Number(first), end: Number(last) },
      };
    } catch (error) {
      if (isMissing(error)) return null;
      if (statusOf(error) !== 416) rethrowOutage(error);
      const found = await client.send(new HeadObjectCommand(at(key))).catch(nullWhenMissing);
      const size = found?.ContentLength ?? 0;
      return found && { stream: Readable.from([]), size, range: 'unsatisfiable' };
    }
  }

  await makeBucket(client, place, log);
  return {
    async put(key, bytes) {
      // The store checks the bytes against this.
      const ContentMD5 = createHash('md5').update(bytes).digest('base64');
      const ContentType = contentTypeOf(key) ?? undefined;
      const described = { ContentMD5, ContentType, CacheControl: cacheControl };
      const command = new PutObjectCommand({ ...at(key), Body: bytes, ...described });
      await client.send(command).catch(rethrowOutage);
    },
    read,
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key = '', LastModified, Size = 0 } of Contents)
          if (isStorageKey(Key)) yield { key: Key, modified: LastModified?.getTime() ?? 0, size: Size };
    },
    // A store accepts an object whole or not at all.
    dropAbandoned: () => Promise.resolve(),
    async check() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    },
    ...(publicUrl !== undefined && { publicUrl: (key) => `${publicUrl}/${known(key)}` }),
  };
}

function known(key: string): string {
  if (!isStorageKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** Without a last byte if the range goes to the end: some stores refuse one beyond about 2^53. */
function rangeField(range: RangeRequest): string {
  if ('suffix' in range) return `bytes=-${range.suffix}`;
  return `bytes=${range.start}-${range.end >= Number.MAX_SAFE_INTEGER ? '' : range.end}`;
}

/**
 * Retries, because a node and its store often start together.
 * @throws ConfigError
 */
async function makeBucket(client: S3Client, place: MediaUrl, log: Logger | undefined): Promise<void> {
  const { bucket: Bucket } = place;
  const deadline = performance.now() + timeoutsMs.start;
  for (let isLogged = false; ; isLogged = true) {
    try {
      const found = await client.send(new HeadBucketCommand({ Bucket })).catch(nullWhenMissing);
      if (!found) await client.send(new CreateBucketCommand({ Bucket }));
      return;
    } catch (error) {
      // Another node that starts at the same time has created it.
      if (error instanceof S3ServiceException && error.name === 'BucketAlreadyOwnedByYou') return;
      if (!mayPass(error) || performance.now() > deadline)
        throw new ConfigError(faultOf(place, error), { cause: error });
      if (!isLogged) log?.warn(`${shown(place)} cannot be used yet; trying for a minute`, { error });
      await sleep(500);
    }
  }
}

const setCredentials = 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/**
 * Whether trying again may help. Missing credentials may be temporary: those of a machine role come over the network.
 */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}

/** What is wrong, and what to do about it, in one line. */
function faultOf(place: MediaUrl, error: unknown): string {
  const reason = `${statusOf(error) ?? ''} ${reasonOf(error)}`.trim();
  if (!mayPass(error))
    return `${shown(place)}: the store does not let us use the bucket (${reason}). ${setCredentials} to those of its owner, and look at its name and region.`;
  if (error instanceof Error && error.name === 'CredentialsProviderError')
    return `${shown(place)}: there are no credentials for it. ${setCredentials}.`;
  return `${shown(place)}: the bucket could not be reached (${reasonOf(error)}). Start the store, or correct the address.`;
}

/** The URL as a log may show it: without credentials, path and query. */
function shown({ bucket, endpoint }: MediaUrl): string {
  return `MEDIA_URL=s3://${bucket}${endpoint === undefined ? '' : `?endpoint=${new URL(endpoint).origin}`}`;
}

/** The error of a refused connection is an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((one) => reasonOf(one)).join('; ');
  if (!(error instanceof Error)) return String(error);
  return (error.message === '' ? error.name : error.message).replace(/\s+/g, ' ');
}
