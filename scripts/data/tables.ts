// The tables of a database, read from the database itself, so that a new table is backed up and moved like the
// others.
import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Engine } from '../../src/lib/server/platform/db/database.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';

export interface Table {
  name: string;
  /** In the order of the table. */
  columns: string[];
  /** Columns of the primary key, in its order. Texts among them compare byte by byte on both engines. */
  key: string[];
  /** Tables that its foreign keys point to. */
  needs: string[];
}

export type Row = Record<string, unknown>;

/** Tables of Kysely, and the parts of SQLite's full-text index. */
const notOurs = /^(?:kysely_|sqlite_|search_index)/;

type Db = Kysely<Schema>;

/** All tables, each after those that its foreign keys point to. */
export async function tablesOf(engine: Engine, db: Db): Promise<Table[]> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: false });
  const tables: Table[] = [];
  for (const { name, columns } of found) {
    if (notOurs.test(name)) continue;
    const read = engine.name === 'postgres' ? postgres : sqlite;
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      key: (await read.key(name).execute(db)).rows.map((row) => row.name),
      needs: (await read.needs(name).execute(db)).rows.map((row) => row.name).filter((one) => one !== name),
    });
  }
  return inOrder(tables);
}

/**
 * The tables of a backup of PostgreSQL. The log of search changes names transactions of its own server, and processes
 * that begin on the copy read everything anyway.
 */
export async function copiedTables(engine: Engine, db: Db): Promise<Table[]> {
  return (await tablesOf(engine, db)).filter(({ name }) => name !== 'search_changes');
}

interface Catalogue {
  key(table: string): RawBuilder<{ name: string }>;
  needs(table: string): RawBuilder<{ name: string }>;
}

const sqlite: Catalogue = {
  key: (table) => sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
  needs: (table) => sql`select distinct "table" as name from pragma_foreign_key_list(${table}) order by 1`,
};

const postgres: Catalogue = {
  key: (table) => sql`select a.attname as name from pg_index i
    cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`,
  needs: (table) => sql`select distinct confrelid::regclass::text as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f' order by 1`,
};

function inOrder(tables: Table[]): Table[] {
  const placed = new Set<string>();
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const free = left.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (free.length === 0)
      throw new Error(`Tables that need one another: ${left.map((t) => t.name).join(', ')}.`);
    for (const table of free) placed.add(table.name);
    ordered.push(...free);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** Rows in the order of the key in batches, starting after the key `after`. */
export async function* readRows(db: Db, table: Table, after?: unknown[]): AsyncGenerator<Row[]> {
  const batch = 5_000;
  const list = (names: string[]) => sql.join(names.map((name) => sql.ref(name)));
  let from = after;
  for (;;) {
    const beyond = from ? sql`where (${list(table.key)}) > (${sql.join(from)})` : sql``;
    const { rows } = await sql<Row>`select ${list(table.columns)} from ${sql.table(table.name)} ${beyond}
      order by ${list(table.key)} limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < batch) return;
    from = keyOf(table, last);
  }
}

export function keyOf(table: Table, row: Row): unknown[] {
  return table.key.map((name) => row[name]);
}

export interface Checksum {
  rows: number;
  sha256: string;
}

/** Equal rows have the same checksum on both engines. */
export async function checksumOf(db: Db, table: Table): Promise<Checksum> {
  const hash = createHash('sha256');
  const columns = table.columns.toSorted();
  let count = 0;
  for await (const rows of readRows(db, table)) {
    count += rows.length;
    hash.update(rows.map((row) => `${JSON.stringify(columns.map((name) => row[name]))}\n`).join(''));
  }
  return { rows: count, sha256: hash.digest('hex') };
}

export async function countRows(db: Db, table: Pick<Table, 'name'>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table.name)}`.execute(
    db,
  );
  return rows[0]?.rows ?? 0;
}
