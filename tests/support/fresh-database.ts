// An empty database on a PostgreSQL server, for one test.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** One connection for each server, because the server needs 9 ms of processor time to open one. */
const connections = new Map<string, pg.Pool>();

function connectionTo(serverUrl: string): pg.Pool {
  const known = connections.get(serverUrl);
  if (known) return known;
  const connectionString = `${serverUrl}/postgres`;
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 10_000, allowExitOnIdle: true });
  // The server has closed an idle connection. The next statement opens another one, and fails if that is impossible.
  pool.on('error', () => undefined);
  connections.set(serverUrl, pool);
  return pool;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  await connectionTo(serverUrl).query(sql);
}

/** A database with the current schema and the reserved names, created once for a run (tests/postgres-server.ts). */
export const templateName = 'migrated';

/** @returns its address */
export async function createTemplate(serverUrl: string): Promise<string> {
  await onServer(serverUrl, `create database ${templateName}`);
  return `${serverUrl}/${templateName}`;
}

/**
 * @param serverUrl the server's address without a database, `postgres://user:password@host:port`
 * @param template name of the database to copy; without it the database is empty
 */
export async function createDatabase(serverUrl: string, template?: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    serverUrl,
    `create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`,
  );
  return {
    url: `${serverUrl}/${name}`,
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}
