// Whole tables in and out of PostgreSQL by COPY, as its own tools do it.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Row, Table } from './tables.ts';

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'naijabuilt data' });
  await client.connect();
  return client;
}

const nameList = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** All rows in the format of COPY, in the snapshot of the client's transaction. */
export function copyOut(client: pg.Client, table: Pick<Table, 'name' | 'columns'>): Readable {
  const text = `copy ${pg.escapeIdentifier(table.name)} (${nameList(table.columns)}) to stdout`;
  return client.query(to(text));
}

/** @returns the number of rows */
export async function copyIn(
  client: pg.Client,
  table: Pick<Table, 'name' | 'columns'>,
  source: Readable,
): Promise<number> {
  const text = `copy ${pg.escapeIdentifier(table.name)} (${nameList(table.columns)}) from stdin`;
  const target = client.query(from(text));
  await pipeline(source, target);
  return target.rowCount;
}

/** A value in COPY's text format; https://www.postgresql.org/docs/current/sql-copy.html. */
function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  // Bytes are hexadecimal digits after \x, whose backslash is escaped.
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TypeError(`No field: ${typeof value}.`);
  return String(value).replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export async function copyRowsIn(client: pg.Client, table: Table, rows: readonly Row[]): Promise<void> {
  const lines = rows.map((row) => `${table.columns.map((name) => fieldOf(row[name])).join('\t')}\n`);
  await copyIn(client, table, Readable.from([lines.join('')]));
}
