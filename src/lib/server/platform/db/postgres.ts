import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Engine, OpenDatabase, ReadDb } from './database.ts';
import type { Schema } from './schema.ts';

/** Any number that no other program uses for an advisory lock in this database. */
const startLock = 7_245_118_803;

const uniqueViolationCode = '23505';
const foreignKeyViolationCode = '23503';

const engine: Engine = {
  name: 'postgres',
  uniqueViolation(error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolationCode) return null;
    // 'Key (name_key)=(paystack) already exists.'
    return /^Key \((\w+)/.exec(error.detail ?? '')?.[1] ?? '';
  },
  isForeignKeyViolation: (error) =>
    error instanceof pg.DatabaseError && error.code === foreignKeyViolationCode,
};

// bigint columns hold milliseconds and counts, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** @param url `postgres://user:password@host:port/database` */
export function openPostgres(url: string): OpenDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'naijabuilt' });
  // A connection that breaks while idle: the pool replaces it, and the next query that fails says so to its caller.
  pool.on('error', (error) => {
    process.emitWarning(`An idle PostgreSQL connection broke: ${error.message}`);
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine,
    kysely,
    read: kysely as unknown as ReadDb,
    write: (work) => kysely.transaction().execute(work),
    async check() {
      await sql`select 1`.execute(kysely);
    },
    async exclusively(work) {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [startLock]);
        return await work();
      } finally {
        // Not given back to the pool: ending the connection frees the lock whatever happened.
        client.release(true);
      }
    },
    close: () => kysely.destroy(),
  };
}
