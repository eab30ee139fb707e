// Checks of a directory after crashes.
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Product } from '../../src/compose.ts';
import type { ReadDb } from '../../src/lib/server/platform/db/database.ts';
import type { AppState } from './crash-writers.ts';

/** Reads every app as a reader finds it, by name. */
export async function findAll(read: ReadDb): Promise<Map<string, { id: string; state: AppState }>> {
  const apps = await read.selectFrom('apps').select(['id', 'name', 'description']).execute();
  const versions = await read.selectFrom('versions').select(['app_id', 'version', 'is_current']).execute();
  const screenshots = await read.selectFrom('screenshots').select('app_id').execute();
  const versionsOf = Map.groupBy(versions, (row) => row.app_id);
  const screenshotsOf = Map.groupBy(screenshots, (row) => row.app_id);
  return new Map(
    apps.map(({ id, name, description }) => {
      const own = versionsOf.get(id) ?? [];
      const current = own.filter((row) => row.is_current === 1).map((row) => row.version);
      const pictures = screenshotsOf.get(id)?.length ?? 0;
      return [name, { id, state: { description, version: current.join(), releases: own.length, pictures } }];
    }),
  );
}

/** Counts apps that lack a part, as a partly committed transaction would leave them. */
export async function countIncomplete(read: ReadDb): Promise<number> {
  const { rows } = await sql<{ incomplete: number }>`select
    (select count(*) from apps a where 1 <> (select count(*) from timeline t where t.app_id = a.id and t.category = 'LIST_APP'))
    + (select count(*) from apps a where 1 <> (select count(*) from search_entries e where e.app_id = a.id))
    + (select count(*) from media m where m.bytes = 0 and exists (select 1 from screenshots s where s.media_id = m.id))
    as incomplete`.execute(read as never);
  return Number(rows[0]?.incomplete);
}

/** Runs the engine's own integrity checks and returns their errors. */
export async function integrityFaults({ db }: Product): Promise<string[]> {
  const run = async (text: string): Promise<string[]> => {
    const { rows } = await sql.raw<Record<string, unknown>>(text).execute(db.read as never);
    return rows.map((row) => JSON.stringify(row));
  };
  if (db.engine.name === 'sqlite') {
    const found = [...(await run('pragma integrity_check')), ...(await run('pragma foreign_key_check'))];
    // The check throws when the index and its rows differ.
    await db.write((trx) =>
      sql`insert into search_index (search_index) values ('integrity-check')`
        .execute(trx)
        .then(() => undefined),
    );
    return found.filter((line) => line !== '{"integrity_check":"ok"}');
  }
  await db.write((trx) => sql`create extension if not exists amcheck`.execute(trx).then(() => undefined));
  const ofKind = (kind: string) => `from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_am a on a.oid = c.relam where n.nspname = 'public' and ${kind}`;
  // These throw.
  await run(`select bt_index_check(c.oid, true)::text ${ofKind("c.relkind = 'i' and a.amname = 'btree'")}`);
  await run(`select gin_index_check(c.oid)::text ${ofKind("c.relkind = 'i' and a.amname = 'gin'")}`);
  return await run(`select c.relname, v.msg from (select c.oid, c.relname ${ofKind("c.relkind = 'r'")}) c,
    lateral verify_heapam(c.oid) v`);
}

/** Compares the files of pictures with their rows, and lists uploads that a killed process left behind. */
export async function filesAndRows({ db, storage }: Product, ...uploadFolders: string[]) {
  const wanted = new Set<string>();
  for (const row of await db.read.selectFrom('media').selectAll().execute())
    for (const width of row.widths.split(','))
      for (const format of ['avif', 'webp', row.fallback]) wanted.add(`${row.id}-${width}.${format}`);
  const there = new Set<string>();
  for await (const { key } of storage.list()) there.add(key);
  const uploads = (await Promise.all(uploadFolders.map((folder) => readdir(folder)))).flat();
  return {
    files: there.size,
    missing: [...wanted].filter((key) => !there.has(key)),
    orphans: [...[...there].filter((key) => !wanted.has(key)), ...uploads],
  };
}
