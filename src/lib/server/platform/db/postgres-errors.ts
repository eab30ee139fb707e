// Classifies failed queries of PostgreSQL: retry now, retry later, or a fault.
import pg from 'pg';

/**
 * - `conflict`: rolled back because of another transaction; a retry may succeed at once.
 * - `lost`: there is no connection, or it broke. Whether a commit that was under way has happened is unknown.
 * - `busy`: PostgreSQL cancelled the query because it took too long, or no connection of the pool became free.
 * - `fault`: anything else, such as a broken constraint.
 */
export type FailureKind = 'conflict' | 'lost' | 'busy' | 'fault';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const kinds: Record<string, FailureKind> = {
  '40001': 'conflict', // serialization_failure
  '40P01': 'conflict', // deadlock_detected
  '57P01': 'lost', // admin_shutdown
  '57P02': 'lost', // crash_shutdown
  '57P03': 'lost', // cannot_connect_now
  '25P03': 'lost', // idle_in_transaction_session_timeout
  '53300': 'busy', // too_many_connections
  '57014': 'busy', // query_canceled, by statement_timeout
  '55P03': 'busy', // lock_not_available, by lock_timeout
};

const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** pg has no codes for these. */
const lostTexts =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;
const busyText = /^timeout exceeded when trying to connect/;

export function failureKind(error: unknown): FailureKind {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return kinds[code] ?? (code.startsWith('08') ? 'lost' : 'fault');
  }
  if (!(error instanceof Error)) return 'fault';
  if ('code' in error && network.has(String(error.code))) return 'lost';
  if (busyText.test(error.message)) return 'busy';
  return lostTexts.test(error.message) ? 'lost' : 'fault';
}
