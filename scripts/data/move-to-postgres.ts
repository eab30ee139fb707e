// Moves a SQLite directory with its pictures into PostgreSQL and the configured storage. Resumes an interrupted move.
import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { openDatabase, openStorage } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import { firstCategoryList } from '../../src/lib/server/platform/category-list.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { prepareDirectory } from '../../src/lib/server/platform/config/data-directory.ts';
import { takeDirectory } from '../../src/lib/server/platform/db/directory-lock.ts';
import { migrate } from '../../src/lib/server/platform/db/migrate.ts';
import { openPostgres } from '../../src/lib/server/platform/db/postgres.ts';
import { databaseFile } from '../../src/lib/server/platform/db/sqlite.ts';
import { createSearch } from '../../src/lib/server/search/index.ts';
import { compare } from './compare-databases.ts';
import { copyMissing, differingFiles, type Progress } from './copy-files.ts';
import { MoveError } from './move-error.ts';
import { connect, copyRowsIn } from './postgres-copy.ts';
import { countRows, keyOf, readRows, tablesOf, type Table } from './tables.ts';

export interface MoveOptions {
  /** DATA_DIR with the SQLite file, DATABASE_URL of an empty database, MEDIA_URL where pictures go to a bucket. */
  config: Config;
  progress?: ((step: string) => Progress) | undefined;
  print?: (line: string) => void;
}

export interface MoveResult {
  /** Rows of each table that was compared, the same on both sides. */
  rows: Record<string, number>;
  files: number;
  indexed: number;
}

/** Tables of the search index, which each engine stores in its own form, so it is rebuilt. */
const derived = new Set([
  'search_entries',
  'search_facets',
  'facet_counts',
  'search_facts',
  'fact_counts',
  'search_words',
  'search_changes',
]);

/** Progress of each table; dropped at the end. */
const progressTable = 'naijabuilt_move';

/** @throws MoveError if a server runs on DATA_DIR, the database is not empty, or the copy differs */
export async function moveToPostgres(options: MoveOptions): Promise<MoveResult> {
  const { databaseUrl, dataDir } = options.config;
  if (databaseUrl === undefined) throw new MoveError('DATABASE_URL: set it to the database to move to.');
  if (!existsSync(databaseFile(dataDir)))
    throw new MoveError(`DATA_DIR=${dataDir}: there is no SQLite database. Set it to the directory to move.`);
  prepareDirectory({ dataDir });
  // Writes that a server acknowledged meanwhile would be lost.
  const alone = takeDirectory(dataDir);
  if (!alone)
    throw new MoveError(
      `DATA_DIR=${dataDir}: a server runs there, or another move. Stop it (systemctl stop naijabuilt), and run this again.`,
    );
  try {
    return await moveAlone(databaseUrl, options);
  } finally {
    alone.release();
  }
}

async function moveAlone(
  databaseUrl: string,
  { config, progress = () => () => undefined, print = () => undefined }: MoveOptions,
): Promise<MoveResult> {
  const from = await openDatabase({ ...config, databaseUrl: undefined });
  const to = await openDatabase(config);
  const hold = holdOffWriters(config.dataDir);
  try {
    await migrate(from);
    const client = await connect(databaseUrl);
    try {
      await prepare(client, to);
      const tables = (await tablesOf(to.engine, to.kysely)).filter(
        ({ name }) => !derived.has(name) && name !== progressTable,
      );
      hold.begin();
      print('Moving the rows ...');
      for (const table of tables) await moveTable(from, client, table, progress(table.name));
      print('Moving the pictures ...');
      const files = await movePictures(config, progress);
      print('Making the index of the search ...');
      const indexed = await makeIndex(databaseUrl, client, progress('apps'));
      print('Comparing ...');
      const rows = await compare(from, to, tables, progress('tables'));
      await client.query(`drop table ${progressTable}`);
      await client.query('analyze');
      return { rows, files, indexed };
    } finally {
      await client.end();
    }
  } finally {
    hold.end();
    await from.close();
    await to.close();
  }
}

/** Locks the file, so that no other process changes it during the move. */
function holdOffWriters(dataDir: string): { begin(): void; end(): void } {
  const connection = new BetterSqlite(databaseFile(dataDir), {
    fileMustExist: true,
    timeout: 10_000,
  });
  return {
    begin: () => void connection.exec('begin immediate'),
    end: () => connection.close(),
  };
}

async function prepare(client: pg.Client, to: OpenDatabase): Promise<void> {
  const { rows } = await client.query<{ begun: string | null; users: string | null }>(
    `select to_regclass('${progressTable}')::text as begun, to_regclass('users')::text as users`,
  );
  const [state] = rows;
  if (state?.begun === null) {
    if (state.users !== null && (await countRows(to.kysely, { name: 'users' })) > 0)
      throw new MoveError('The database of DATABASE_URL is in use already. Move into an empty one.');
    await migrate(to);
    // The migrations have added the first categories. A node that was started by mistake may have left settings and
    // the default names.
    for (const table of ['settings', 'reserved_names', 'categories'])
      await client.query(`delete from ${table}`);
    await client.query(
      `create table ${progressTable} (name text primary key, last_key text, done boolean not null)`,
    );
  }
  // After a power cut the move resumes, so no sync is needed.
  await client.query('set synchronous_commit = off');
}

async function moveTable(
  from: OpenDatabase,
  client: pg.Client,
  table: Table,
  progress: Progress,
): Promise<void> {
  const { rows: known } = await client.query<{ last_key: string | null; done: boolean }>(
    `select last_key, done from ${progressTable} where name = $1`,
    [table.name],
  );
  if (known[0]?.done) return;
  const lastKey = known[0]?.last_key;
  const after = lastKey ? (JSON.parse(lastKey) as unknown[]) : undefined;
  const total = await countRows(from.kysely, table);
  let moved = after ? await countMoved(client, table) : 0;
  const note = (key: unknown[] | null, done: boolean) =>
    client.query(
      `insert into ${progressTable} values ($1, $2, $3)
       on conflict (name) do update set last_key = excluded.last_key, done = excluded.done`,
      [table.name, key && JSON.stringify(key), done],
    );
  for await (const rows of readRows(from.kysely, table, after)) {
    const last = rows.at(-1);
    await client.query('begin');
    // What triggers would count is in a table that is moved as well.
    await client.query(`alter table ${pg.escapeIdentifier(table.name)} disable trigger user`);
    await copyRowsIn(client, table, rows);
    await client.query(`alter table ${pg.escapeIdentifier(table.name)} enable trigger user`);
    if (last) await note(keyOf(table, last), false);
    await client.query('commit');
    progress((moved += rows.length), total);
  }
  await note(null, true);
}

async function countMoved(client: pg.Client, table: Table): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from "${table.name}"`);
  return rows[0]?.count ?? 0;
}

async function movePictures(config: Config, progress: (step: string) => Progress): Promise<number> {
  const from = await openStorage({ ...config, mediaUrl: undefined });
  if (config.mediaUrl === undefined) return 0;
  const to = await openStorage(config);
  const { files } = await copyMissing(from, to, progress('pictures'));
  const differing = await differingFiles(from, to, progress('pictures compared'));
  if (differing.length > 0)
    throw new MoveError(
      `${differing.length} pictures did not arrive whole, such as ${differing[0] ?? ''}. Run it again.`,
    );
  return files.size;
}

/**
 * The GIN index over the tokens is built at the end: adding each app to it took ten minutes
 * for 100,000 apps, with statements of half a minute.
 */
async function makeIndex(databaseUrl: string, client: pg.Client, progress: Progress): Promise<number> {
  await client.query(
    `insert into ${progressTable} (name, last_key, done)
       select 'index ' || indexname, indexdef, false from pg_indexes
       where schemaname = current_schema() and tablename = 'search_entries' and indexdef like '% USING gin %'
     on conflict (name) do nothing`,
  );
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select substr(name, 7) as name, last_key as definition from ${progressTable} where name like 'index %'`,
  );
  for (const { name } of rows) await client.query(`drop index if exists ${pg.escapeIdentifier(name)}`);
  const db = openPostgres(databaseUrl, { statementMs: 0 });
  try {
    const total = await countRows(db.kysely, { name: 'apps' });
    // The index has the facets of the database; the list is for reading.
    const search = createSearch({
      db,
      categories: () => firstCategoryList,
      // No server uses the new database yet.
      publishChanges: () => Promise.resolve(),
    });
    const indexed = await search.actions.indexMissing((done) => progress(done, total));
    await client.query(`set maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await client.query(definition);
    return indexed;
  } finally {
    await db.close();
  }
}
