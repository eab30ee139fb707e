// All rows of a database as lines of text, which either engine takes in again. The tables are read from the database
// itself, so that a new table is backed up like the others.
import BetterSqlite from 'better-sqlite3';
import { Kysely, sql, SqliteDialect, type RawBuilder } from 'kysely';
import { openDatabase } from '../../src/open-stores.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import type { Engine, OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';

type Db = Kysely<Schema>;
type Row = Record<string, unknown>;
type EngineName = Engine['name'];

interface Table {
  name: string;
  columns: string[];
  /** Columns of the primary key, in its order. */
  key: string[];
  /** Tables that its foreign keys point to. */
  needs: string[];
}

/** Tables of Kysely and SQLite, and the index of the search, which a start makes again of the apps. */
const notCopied = /^(?:kysely_|sqlite_|search_)/;

/** All tables to copy, each after those that its foreign keys point to. */
async function tablesOf(engine: EngineName, db: Db): Promise<Table[]> {
  const { key, needs } = catalogues[engine];
  const tables: Table[] = [];
  for (const { name, columns } of await db.introspection.getTables()) {
    if (notCopied.test(name)) continue;
    const namesOf = async (query: RawBuilder<{ name: string }>): Promise<string[]> =>
      (await query.execute(db)).rows.map((row) => row.name);
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      key: await namesOf(key(name)),
      needs: (await namesOf(needs(name))).filter((one) => one !== name),
    });
  }
  const ordered: Table[] = [];
  while (tables.length > 0) {
    const next = tables.findIndex(({ needs: some }) => !tables.some(({ name }) => some.includes(name)));
    if (next === -1)
      throw new Error(`Tables that need one another: ${tables.map((t) => t.name).join(', ')}.`);
    ordered.push(...tables.splice(next, 1));
  }
  return ordered;
}

const catalogues: Record<
  EngineName,
  Record<'key' | 'needs', (table: string) => RawBuilder<{ name: string }>>
> = {
  sqlite: {
    key: (table) => sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
    needs: (table) => sql`select distinct "table" as name from pragma_foreign_key_list(${table})`,
  },
  postgres: {
    key: (table) => sql`select a.attname as name from pg_index i
        cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`,
    needs: (table) => sql`select distinct confrelid::regclass::text as name from pg_constraint
        where conrelid = ${table}::regclass and contype = 'f'`,
  },
};

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** Rows in the order of their key. */
async function* readRows(db: Db, { name, columns, key }: Table): AsyncGenerator<Row> {
  const batch = 5_000;
  let from: unknown[] | undefined;
  for (;;) {
    const beyond = from ? sql`where (${list(key)}) > (${sql.join(from)})` : sql``;
    const { rows } = await sql<Row>`select ${list(columns)} from ${sql.table(name)} ${beyond}
      order by ${list(key)} limit ${batch}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    from = key.map((column) => last[column]);
  }
}

/** Bytes are the only values that JSON does not have. */
const toJson = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
    ? { base64: Buffer.from(value as unknown as Buffer).toString('base64') }
    : value;
const fromJson = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'base64' in value
    ? Buffer.from(String(value.base64), 'base64')
    : value;

/**
 * A line for each table, `{"table", "columns"}`, and below it one for each of its rows, as they are at one instant.
 * @param rows counts the rows of each table
 */
export async function* linesOf(config: Config, rows: Record<string, number>): AsyncGenerator<string> {
  const sqlite = config.databaseUrl === undefined;
  const database = sqlite ? null : await openDatabase(config);
  const db: Db = database?.kysely ?? readOnly(config);
  const trx = await (
    sqlite ? db.startTransaction() : db.startTransaction().setIsolationLevel('repeatable read')
  ).execute();
  try {
    for (const table of await tablesOf(sqlite ? 'sqlite' : 'postgres', trx)) {
      rows[table.name] = 0;
      yield `${JSON.stringify({ table: table.name, columns: table.columns })}\n`;
      for await (const row of readRows(trx, table)) {
        rows[table.name] = (rows[table.name] ?? 0) + 1;
        yield `${JSON.stringify(
          table.columns.map((name) => row[name]),
          toJson,
        )}\n`;
      }
    }
  } finally {
    await trx.rollback().execute();
    await (database ? database.close() : db.destroy());
  }
}

/** Beside the server: a read transaction sees the file as it was at its first read. */
const readOnly = ({ dataDir }: Config): Db =>
  new Kysely<Schema>({
    dialect: new SqliteDialect({
      database: new BetterSqlite(databaseFile(dataDir), { readonly: true, fileMustExist: true }),
    }),
  });

/**
 * Replaces all rows of a migrated database by those of the lines, in one transaction.
 * @returns the rows of each table
 */
export async function takeLines(
  { engine, kysely }: OpenDatabase,
  lines: AsyncIterable<string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  // SQLite ignores it within a transaction.
  if (engine.name === 'sqlite') await sql`pragma foreign_keys = off`.execute(kysely);
  await kysely.transaction().execute(async (trx) => {
    const tables = await tablesOf(engine.name, trx);
    const triggers = await holdTriggers(engine.name, trx, tables);
    // Migrations have inserted some.
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx);
    let table = { name: '', columns: [] as string[] };
    let waiting: unknown[][] = [];
    const flush = async (): Promise<void> => {
      if (waiting.length === 0) return;
      const values = waiting.map((row) => sql`(${sql.join(row)})`);
      await sql`insert into ${sql.table(table.name)} (${list(table.columns)}) values ${sql.join(values)}`.execute(
        trx,
      );
      counts[table.name] = (counts[table.name] ?? 0) + waiting.length;
      waiting = [];
    };
    for await (const line of lines) {
      const read = JSON.parse(line, fromJson) as unknown[] | { table: string; columns: string[] };
      if (Array.isArray(read)) waiting.push(read);
      // Both engines take 32,766 parameters.
      if (!Array.isArray(read) || waiting.length * table.columns.length > 30_000) await flush();
      if (!Array.isArray(read)) {
        table = { name: read.table, columns: read.columns };
        counts[table.name] = 0;
      }
    }
    await flush();
    await triggers.restore();
  });
  return counts;
}

/** The rows hold already what triggers would write. */
async function holdTriggers(engine: EngineName, db: Db, tables: readonly Table[]) {
  if (engine === 'postgres') {
    const set = async (state: 'enable' | 'disable'): Promise<void> => {
      for (const { name } of tables)
        await sql`alter table ${sql.table(name)} ${sql.raw(state)} trigger user`.execute(db);
    };
    await set('disable');
    return { restore: () => set('enable') };
  }
  const { rows } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_schema where type = 'trigger'`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  return {
    async restore() {
      for (const { text } of rows) await sql.raw(text).execute(db);
    },
  };
}
