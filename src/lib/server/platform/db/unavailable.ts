import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../errors.ts';

/** Long enough for a database to come back from a restart, short enough for whoever waits. */
const retryAfterSeconds = 2;

/**
 * The database did not answer, and the request has changed nothing as far as is known. Answered with 503 and
 * Retry-After, never with a 500: trying again is the right thing to do.
 */
export class DatabaseUnavailable extends AppError {
  constructor(cause: unknown) {
    super(503, messages.errors.away, {}, retryAfterSeconds);
    this.name = 'DatabaseUnavailable';
    this.cause = cause;
  }
}
