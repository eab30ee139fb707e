// Statements to PostgreSQL: which failures are tried again, and which texts it prepares once a connection.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from './database.ts';

/**
 * - `conflict`: rolled back because of another transaction; a retry may succeed at once.
 * - `lost`: there is no connection, or it broke. Whether a commit that was under way has happened is unknown.
 * - `busy`: PostgreSQL cancelled the query because it took too long, or no connection of the pool became free.
 * - `fault`: anything else, such as a broken constraint.
 */
type FailureKind = 'conflict' | 'lost' | 'busy' | 'fault';

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

const network = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

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
  if ('code' in error && network.test(String(error.code))) return 'lost';
  if (busyText.test(error.message)) return 'busy';
  return lostTexts.test(error.message) ? 'lost' : 'fault';
}

/**
 * Pauses before the next try, in milliseconds. A restart of the database takes longer than all of them.
 */
const pausesMs = { conflict: [0, 5, 20, 50, 100], lost: [20, 150] };

/**
 * Runs `attempt`, and again after a conflict or a broken connection.
 * @param mayRepeat whether an attempt that lost its connection has surely committed nothing; left out for reads
 * @throws DatabaseUnavailable when PostgreSQL does not answer, and the faults of `attempt`
 */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  mayRepeat: () => boolean = () => true,
): Promise<Result> {
  const tries = { conflict: 0, lost: 0 };
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const kind = failureKind(error);
      if (kind === 'fault') throw error;
      if (kind === 'busy' || (kind === 'lost' && !mayRepeat())) throw new DatabaseUnavailable(error);
      const pauseMs = pausesMs[kind][tries[kind]];
      if (pauseMs === undefined) throw new DatabaseUnavailable(error);
      tries[kind] += 1;
      // With jitter, so that the two transactions do not collide again.
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** Statements that each connection may hold. */
const maxNames = 300;

/**
 * The answer has other columns than when the statement was prepared: another node has migrated the database. The
 * connection is replaced.
 */
const changedResult = '0A000';
/**
 * The statement is missing, or there already: a pooler in transaction mode hands each statement to another connection.
 * From there on none is prepared.
 */
const foreignConnection = ['26000', '42P05'];

/**
 * A pool for single reading statements, which are sent again when their connection breaks. PostgreSQL parses and plans
 * a statement with a name once a connection.
 */
export function retryingReadPool(
  pool: pg.Pool,
  counting: <Result>(work: Promise<Result>) => Promise<Result>,
): PostgresPool {
  const names = new Map<string, string>();
  let isPreparing = true;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    // A hash, because a pooler may hand over a connection on which another process has prepared its own texts.
    const name = hash('sha256', text, 'base64url');
    names.set(text, name);
    return name;
  }

  async function send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    let isBroken = false;
    try {
      const name = isPreparing ? nameOf(text) : undefined;
      return await client.query({ text, values, ...(name !== undefined && { name }) });
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
      const isForeign = foreignConnection.includes(code);
      if (isForeign) isPreparing = false;
      isBroken = failureKind(error) === 'lost' || code === changedResult;
      if (!isForeign && code !== changedResult) throw error;
      return await client.query({ text, values });
    } finally {
      client.release(isBroken);
    }
  }
  const query = (text: string, parameters: unknown[]) => counting(retrying(() => send(text, parameters)));
  return {
    options: pool.options,
    connect: () => Promise.resolve({ query: query as never, release: () => undefined }),
    end: () => Promise.resolve(),
  };
}
