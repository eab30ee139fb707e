import { messages } from '../../shared/text/messages.ts';
import { AppError } from './errors.ts';

/**
 * The disk is full, over its quota, read-only or broken, or there are no descriptors left; in codes of Node and SQLite.
 */
const codes = /^(?:ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EMFILE|ENFILE|SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)\w*)$/;

const retryAfterSeconds = 5;

/** @throws AppError 503 if the disk is at fault, and otherwise the error itself */
export function rethrowDiskFault(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!codes.test(code)) throw error;
  throw new AppError(503, messages.errors.storage, {}, retryAfterSeconds, { cause: error });
}
