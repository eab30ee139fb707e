// An empty database on a PostgreSQL server, for one test.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database with the current schema and no rows, created once for a run (tests/postgres-server.ts). */
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
    `create database ${name}${template === undefined ? '' : ` template ${template}`}`,
  );
  return {
    url: `${serverUrl}/${name}`,
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}
