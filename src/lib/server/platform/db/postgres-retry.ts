import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { failureKind } from './postgres-errors.ts';
import { createStatementNames } from './statements/statement-names.ts';
import { DatabaseUnavailable } from './unavailable.ts';

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

/** A pool for single reading statements, which are sent again when their connection breaks. */
export function retryingReadPool(
  pool: pg.Pool,
  counting: <Result>(work: Promise<Result>) => Promise<Result>,
): PostgresPool {
  const names = createStatementNames();
  async function ask(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = names.nameOf(text);
    if (name === undefined) return await client.query({ text, values });
    try {
      return await client.query({ text, values, name });
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && names.refuses(error.code))) throw error;
      return await client.query({ text, values });
    }
  }

  async function send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    let broken = false;
    try {
      return await ask(client, text, values);
    } catch (error) {
      broken = failureKind(error) === 'lost';
      throw error;
    } finally {
      client.release(broken);
    }
  }
  const query = (text: string, parameters: unknown[]) => counting(retrying(() => send(text, parameters)));
  return {
    options: pool.options,
    connect: () => Promise.resolve({ query: query as never, release: () => undefined }),
    end: () => Promise.resolve(),
  };
}
