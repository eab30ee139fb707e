// Checks of a directory after crashes.
import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Product } from '../../src/compose.ts';
import type { OpenDatabase, ReadDb } from '../../src/lib/server/platform/db/database.ts';
import type { FoundApp } from './crash-ledger.ts';

/** Reads every app as a reader finds it, by name, and what may be done next about it. */
export async function findAll(db: OpenDatabase): Promise<Map<string, FoundApp>> {
  // One snapshot, because a job may be at work meanwhile.
  const rows = await db.kysely.transaction().execute(async (trx) => {
    if (db.engine.name === 'postgres')
      await sql`set transaction isolation level repeatable read`.execute(trx);
    return {
      apps: await trx
        .selectFrom('apps')
        .select(['id', 'name', 'description', 'state', 'lifecycle', 'state_decision'])
        .execute(),
      versions: await trx.selectFrom('versions').select(['app_id', 'version', 'is_current']).execute(),
      screenshots: await trx.selectFrom('screenshots').select('app_id').execute(),
      reports: await trx
        .selectFrom('reports')
        .select('subject_id')
        .where('state', '=', 'open')
        .where('case_id', 'is not', null)
        .execute(),
      decisions: await trx
        .selectFrom('decisions')
        .leftJoin('strikes', (join) =>
          join.onRef('strikes.decision_id', '=', 'decisions.id').on('strikes.revoked_at', 'is', null),
        )
        .leftJoin('bulk_actions', 'bulk_actions.id', 'decisions.bulk_id')
        .select(['decisions.id', 'decisions.number', 'decisions.subject_id', 'decisions.actor_id'])
        .select(['reverses_id', 'strikes.id as strike', 'bulk_actions.number as bulk'])
        .where('subject_kind', '=', 'app')
        .execute(),
      appeals: await trx.selectFrom('appeals').select(['decision_id', 'state']).execute(),
      cases: await trx
        .selectFrom('cases')
        .select(['subject_id', 'kind', 'number', 'decision_id'])
        .where('state', '!=', 'decided')
        .execute(),
      bulk: await trx
        .selectFrom('bulk_actions')
        .select(['number', 'state', 'targets'])
        .where('state', 'in', ['running', 'undoing'])
        .execute(),
    };
  });
  const pending = Map.groupBy(
    rows.bulk.flatMap(({ targets, ...bulk }) =>
      (JSON.parse(targets) as string[]).map((id) => ({ id, ...bulk })),
    ),
    ({ id }) => id,
  );
  const appealed = Map.groupBy(rows.appeals, (row) => row.decision_id);
  const versionsOf = Map.groupBy(rows.versions, (row) => row.app_id);
  const screenshotsOf = Map.groupBy(rows.screenshots, (row) => row.app_id);
  const reportsOf = Map.groupBy(rows.reports, (row) => row.subject_id);
  const decisionsOf = Map.groupBy(rows.decisions, (row) => row.subject_id ?? '');
  const casesOf = Map.groupBy(rows.cases, (row) => row.subject_id);
  return new Map(
    rows.apps.map(({ id, name, description, state, lifecycle, state_decision: standsBy }) => {
      const own = versionsOf.get(id) ?? [];
      const decisions = decisionsOf.get(id) ?? [];
      const appeals = decisions.flatMap((row) => appealed.get(row.id) ?? []);
      const facts = {
        description,
        version: own
          .filter((row) => row.is_current === 1)
          .map((row) => row.version)
          .join(),
        releases: own.length,
        pictures: screenshotsOf.get(id)?.length ?? 0,
        shown: `${state} ${lifecycle}`,
        reports: reportsOf.get(id)?.length ?? 0,
        decisions: decisions.length,
        strikes: decisions.filter(({ strike }) => strike !== null).length,
        appeals: appeals.length,
        answeredAppeals: appeals.filter((row) => row.state === 'decided').length,
      };
      const cases = casesOf.get(id) ?? [];
      const ofAppeal = cases.find(({ kind }) => kind === 'appeal');
      const against = decisions.find((row) => row.id === ofAppeal?.decision_id);
      const standing = decisions.find(({ number }) => number === standsBy);
      // An undoing leaves a listing as it is whose state has another reason by now.
      const isOf = (number: string) =>
        standing?.bulk === number || decisions.some((row) => row.bulk === number && row.reverses_id !== null);
      const desk = {
        isPending: (pending.get(id) ?? []).some(({ number, state: of }) => of === 'running' || isOf(number)),
        reportCase: cases.find(({ kind }) => kind === 'report')?.number ?? null,
        appeal:
          ofAppeal && against
            ? {
                caseNumber: ofAppeal.number,
                actorId: against.actor_id,
                isStanding: against.number === standsBy,
              }
            : null,
        standing: standing
          ? { decisionId: standing.id, isAppealed: appealed.has(standing.id), bulk: standing.bulk }
          : null,
      };
      return [name, { id, state: facts, desk }];
    }),
  );
}

/** Counts rows that lack a part, as a partly committed transaction would leave them. */
export async function countIncomplete(read: ReadDb): Promise<number> {
  const { rows } = await sql<{ incomplete: number }>`select
    (select count(*) from apps a where 1 <> (select count(*) from timeline t where t.app_id = a.id and t.category = 'LIST_APP'))
    + (select count(*) from apps a where a.is_listed <> (select count(*) from search_entries e where e.app_id = a.id))
    + (select count(*) from reports r where r.state = 'pending-code' or r.case_id is null)
    + (select count(*) from cases c where not exists (select 1 from case_events e where e.case_id = c.id))
    + (select count(*) from cases c where (case when c.state = 'decided' then 1 else 0 end)
      <> (select count(*) from decisions d where d.case_id = c.id and d.action <> 'ask-owner'))
    + (select count(*) from decisions d where (case when d.action in ('limit', 'hold', 'remove', 'suspend')
      and d.reverses_id is null then 1 else 0 end) <> (select count(*) from strikes s where s.decision_id = d.id))
    + (select count(*) from strikes s where (case when s.revoked_at is null then 0 else 1 end)
      <> (select count(*) from decisions d where d.reverses_id = s.decision_id))
    + (select count(*) from appeals a where 1 <> (select count(*) from cases c where c.id = a.case_id
      and c.kind = 'appeal' and c.decision_id = a.decision_id and (c.state = 'decided') = (a.state = 'decided')))
    + (select count(*) from cases c where c.kind = 'appeal'
      and 1 <> (select count(*) from appeals a where a.case_id = c.id))
    + (select count(*) from bulk_actions b where b.state in ('done', 'undone') and b.done <> (select count(*)
      from decisions d where d.bulk_id = b.id and (d.reverses_id is not null) = (b.state = 'undone')))
    + (select count(*) from bulk_actions b where b.state in ('running', 'undoing')
      and not exists (select 1 from jobs j where j.kind = 'bulk-action' and j.account_id = b.id))
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
