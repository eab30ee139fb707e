// An empty database on a PostgreSQL server, for one test.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

/** @param serverUrl the server's address without a database, `postgres://user:password@host:port` */
export async function createDatabase(serverUrl: string): Promise<FreshDatabase> {
  async function onServer(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  return { url: `${serverUrl}/${name}`, drop: () => onServer(`drop database ${name} with (force)`) };
}
