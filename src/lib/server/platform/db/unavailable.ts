import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../errors.ts';

/** Long enough for a restart of the database, short enough for a person who waits. */
const retryAfterSeconds = 2;

/**
 * The database did not answer, and as far as is known nothing was changed. Answered with 503 and Retry-After, because
 * trying again is right.
 */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super(503, messages.errors.away, {}, retryAfterSeconds);
    this.name = 'DatabaseUnavailable';
    this.cause = cause;
  }
}
