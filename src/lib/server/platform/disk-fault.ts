import { messages } from '../../shared/text/messages.ts';
import { AppError } from './errors.ts';

/** Full, over its quota, read only, broken; or out of descriptors. SQLite has names of its own for the same. */
const codes = /^(?:ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EMFILE|ENFILE|SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)\w*)$/;

/** Seconds: somebody has to make room. */
const retryAfter = 5;

/** @throws AppError 503 where the disk did not take what was to be written, and otherwise the error itself */
export function rethrowDiskFault(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!codes.test(code)) throw error;
  throw new AppError(503, messages.errors.storage, {}, retryAfter, { cause: error });
}
