import { S3ServiceException } from '@aws-sdk/client-s3';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../errors.ts';

/** Error names of stores other than AWS for a missing bucket or object, besides the status. */
const missingNames = new Set(['NotFound', 'NoSuchKey', 'NoSuchBucket']);

/** Long enough for a restart of the store. */
const retryAfterSeconds = 5;

export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** @throws AppError 503 where the store does not answer, and the error itself where it refuses the request */
export function rethrowOutage(error: unknown): never {
  const status = statusOf(error);
  if (status !== undefined && status < 500 && status !== 429) throw error;
  throw new AppError(503, messages.errors.storage, {}, retryAfterSeconds, { cause: error });
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 || (error instanceof S3ServiceException && missingNames.has(error.name));
}

export function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
