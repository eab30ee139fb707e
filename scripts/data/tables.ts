// The rows of a database as text that either engine reads: a file for each table, with a line of JSON for each row, in
// the order of its key. Tables are found in the database itself, so that a new one is copied like the others. The index
// of the search is not copied, because each engine has its own form of it: it is made anew.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { openDatabase } from '../../src/open-stores.ts';
import { firstCategoryList } from '../../src/lib/server/platform/category-list.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { appliedMigrations, migrate } from '../../src/lib/server/platform/db/migrate.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { createSearch } from '../../src/lib/server/search/index.ts';
import { progressOf, Refusal } from '../command.ts';

type Db = Kysely<Schema>;
type Row = Record<string, unknown>;

interface Table {
  name: string;
  /** In the order of their names, which both engines share. */
  columns: string[];
  /** Columns of bytes. */
  bytes: Set<string>;
  /** Columns of the primary key, in its order. Texts among them compare byte by byte on both engines. */
  key: string[];
  /** Tables that its foreign keys point to. */
  needs: string[];
}

export interface CopiedTable {
  rows: number;
  /** Of its lines. */
  sha256: string;
}

export interface Dump {
  /** Names of the migrations that its schema has. */
  migrations: string[];
  tables: Record<string, CopiedTable>;
}

/** Tables of Kysely, of the engine, and of the index of the search. */
const notCopied = /^(?:kysely_|sqlite_|search_|facet_counts$|fact_counts$)/;
const batch = 1_000;

export const fileOf = (table: string): string => `${table}.ndjson.zst`;

type Names = (table: string) => RawBuilder<{ name: string }>;

const catalogue: Record<'sqlite' | 'postgres', { key: Names; needs: Names }> = {
  sqlite: {
    key: (table) => sql`select name from pragma_table_info(${table}) where pk > 0 order by pk`,
    needs: (table) => sql`select distinct "table" as name from pragma_foreign_key_list(${table})`,
  },
  postgres: {
    key: (table) => sql`select a.attname as name from pg_index i
      cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = ${table}::regclass and i.indisprimary order by k.place`,
    needs: (table) => sql`select distinct confrelid::regclass::text as name
      from pg_constraint where conrelid = ${table}::regclass and contype = 'f'`,
  },
};

/** All tables, each after those that its foreign keys point to. */
async function tablesOf({ engine }: OpenDatabase, db: Db): Promise<Table[]> {
  const found = (await db.introspection.getTables()).filter(({ name }) => !notCopied.test(name));
  const { key, needs } = catalogue[engine.name];
  const names = async (query: RawBuilder<{ name: string }>) =>
    (await query.execute(db)).rows.map((row) => row.name);
  const left = await Promise.all(
    found.map(async ({ name, columns }): Promise<Table> => ({
      name,
      columns: columns.map((column) => column.name).sort(),
      bytes: new Set(columns.filter((one) => /^(?:blob|bytea)$/i.test(one.dataType)).map((one) => one.name)),
      key: await names(key(name)),
      needs: (await names(needs(name))).filter((one) => one !== name),
    })),
  );
  const ordered: Table[] = [];
  while (ordered.length < found.length) {
    const next = left.findIndex(({ needs }) =>
      needs.every((name) => ordered.some((one) => one.name === name)),
    );
    if (next === -1)
      throw new Error(`Tables that need one another: ${left.map(({ name }) => name).join(', ')}.`);
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
}

/** The lines of a table, in batches. */
async function* linesOf(db: Db, { bytes, columns, key, name }: Table): AsyncGenerator<string[]> {
  const list = (names: string[]) => sql.join(names.map((one) => sql.ref(one)));
  for (let last: Row | undefined; ;) {
    const beyond = last ? sql`where (${list(key)}) > (${sql.join(key.map((one) => last?.[one]))})` : sql``;
    const { rows } = await sql<Row>`select ${list(columns)} from ${sql.table(name)} ${beyond}
      order by ${list(key)} limit ${batch}`.execute(db);
    const valueOf = (row: Row, column: string) =>
      bytes.has(column) && row[column] !== null
        ? `\\x${Buffer.from(row[column] as Uint8Array).toString('hex')}`
        : row[column];
    yield rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((one) => [one, valueOf(row, one)]))),
    );
    last = rows.at(-1);
    if (rows.length < batch) return;
  }
}

/** Runs `read` on all rows at one instant, while the database is in use. @param folder for a copy, and removed in it */
async function atOneInstant<Result>(
  config: Config,
  folder: string,
  read: (database: OpenDatabase, db: Db, migrations: string[]) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl !== undefined) {
    const database = await openDatabase(config);
    try {
      // Read before, because there is one connection.
      const migrations = await appliedMigrations(database);
      const transaction = database.kysely.transaction().setIsolationLevel('repeatable read');
      return await transaction.execute((trx) => read(database, trx, migrations));
    } finally {
      await database.close();
    }
  }
  const copy = databaseFile(folder);
  const source = new BetterSqlite(databaseFile(config.dataDir), { readonly: true, fileMustExist: true });
  // All pages in one step, because a write between two steps would restart the copy.
  await source.backup(copy, { progress: () => 2 ** 31 - 1 }).finally(() => source.close());
  const database = await openDatabase({ ...config, dataDir: folder });
  try {
    return await read(database, database.kysely, await appliedMigrations(database));
  } finally {
    await database.close();
    for (const suffix of ['', '-wal', '-shm']) await rm(copy + suffix, { force: true });
  }
}

/** Writes all rows into files of a folder. */
export async function dump(config: Config, folder: string): Promise<Dump> {
  return await atOneInstant(config, folder, async (database, db, migrations) => {
    const tables: Dump['tables'] = {};
    const all = await tablesOf(database, db);
    const progress = progressOf('tables');
    for (const [index, table] of all.entries()) {
      const hash = createHash('sha256');
      let rows = 0;
      const lines = async function* () {
        for await (const some of linesOf(db, table)) {
          const text = some.map((line) => `${line}\n`).join('');
          hash.update(text);
          rows += some.length;
          yield text;
        }
      };
      const file = createWriteStream(join(folder, fileOf(table.name)), { mode: 0o600, flush: true });
      await pipeline(Readable.from(lines()), createZstdCompress(), file);
      tables[table.name] = { rows, sha256: hash.digest('hex') };
      progress(index + 1, all.length);
    }
    return { migrations, tables };
  });
}

/** Inserts lines by one parameter, whatever their number. */
function insertion({ name, columns, bytes }: Table, engine: OpenDatabase['engine'], lines: string[]) {
  const list = sql.join(columns.map((one) => sql.ref(one)));
  const rows = `[${lines.join(',')}]`;
  if (engine.name === 'postgres')
    return sql`insert into ${sql.table(name)} (${list})
      select ${list} from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`;
  const values = columns.map((one) => {
    const value = sql`json_extract(value, ${sql.lit(`$.${one}`)})`;
    return bytes.has(one) ? sql`unhex(substr(${value}, 3))` : value;
  });
  return sql`insert into ${sql.table(name)} (${list}) select ${sql.join(values)} from json_each(${rows})`;
}

/** Runs `work` without triggers: the rows that they would write are copied as well. */
async function withoutTriggers(
  { engine }: OpenDatabase,
  trx: Db,
  tables: Table[],
  work: () => Promise<void>,
): Promise<void> {
  if (engine.name === 'postgres') {
    for (const { name } of tables)
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
    await work();
    for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
    return;
  }
  const triggers = sql<{
    name: string;
    sql: string;
  }>`select name, sql from sqlite_schema where type = 'trigger'`;
  const { rows } = await triggers.execute(trx);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(trx);
  await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(trx);
}

async function isEmpty({ kysely }: OpenDatabase): Promise<boolean> {
  const tables = await kysely.introspection.getTables();
  if (!tables.some(({ name }) => name === 'users')) return true;
  // A node that was started by mistake has left settings and categories.
  return (await kysely.selectFrom('users').select('id').limit(1).execute()).length === 0;
}

/**
 * Fills an empty database with the files of a dump, compares every row, and makes the index of the search.
 * @param settle is done once everything is the same, before the commit
 * @throws Refusal where the database is not empty, or a row differs; nothing has been changed then
 */
export async function fill(
  config: Config,
  folder: string,
  { migrations, tables }: Dump,
  settle = async () => {},
) {
  const database = await openDatabase(config);
  try {
    if (!(await isEmpty(database)))
      throw new Refusal('The database is in use already. Restore into an empty one.');
    await migrate(database, migrations.at(-1));
    const all = await tablesOf(database, database.kysely);
    await database.kysely.transaction().execute(async (trx) => {
      await withoutTriggers(database, trx, all, async () => {
        // Migrations have inserted rows.
        for (const { name } of all.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx);
        const progress = progressOf('tables');
        for (const [index, table] of all.entries()) {
          await insert(trx, table);
          progress(index + 1, all.length);
        }
      });
      for (const table of all) await compare(trx, table);
      await settle();
    });
    await migrate(database);
    await sql`analyze`.execute(database.kysely);
  } finally {
    await database.close();
  }
  await makeIndex(config);

  async function insert(trx: Db, table: Table): Promise<void> {
    if (!tables[table.name]) throw new Refusal(`The copy has no table ${table.name}.`);
    const file = createReadStream(join(folder, fileOf(table.name)));
    const lines = createInterface({ input: file.pipe(createZstdDecompress()) });
    let some: string[] = [];
    const flush = async (): Promise<void> => {
      if (some.length > 0) await insertion(table, database.engine, some).execute(trx);
      some = [];
    };
    for await (const line of lines) if (some.push(line) === batch) await flush();
    await flush();
  }

  async function compare(trx: Db, table: Table): Promise<void> {
    const hash = createHash('sha256');
    for await (const some of linesOf(trx, table)) hash.update(some.map((line) => `${line}\n`).join(''));
    if (hash.digest('hex') !== tables[table.name]?.sha256)
      throw new Refusal(`The table ${table.name} is not the same as in the copy. Nothing was kept of it.`);
  }
}

/** A server that starts on the database would do it as well, before it answers. */
async function makeIndex(config: Config): Promise<void> {
  const { openPostgres } = await import('../../src/lib/server/platform/db/postgres.ts');
  const db =
    config.databaseUrl === undefined
      ? await openDatabase(config, { syncCommits: false })
      : openPostgres(config.databaseUrl, { statementMs: 0 });
  try {
    const search = createSearch({
      db,
      // The index has the categories of the database; the list is for reading.
      categories: () => firstCategoryList,
      publishChanges: () => Promise.resolve(),
    });
    const progress = progressOf('apps in the index of the search');
    const { count } = await db.read
      .selectFrom('apps')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await search.actions.indexMissing((done) => progress(done, count));
  } finally {
    await db.close();
  }
}
