import { sql, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** A row that counts in the month of `at`, under a name for each of `names`. Every text is SQL about one row. */
interface Source {
  id: string;
  table: string;
  at: string;
  /** A change of another column changes no count. */
  columns: readonly string[];
  isCounted: (row: string) => string;
  names: Readonly<Record<string, (row: string) => string>>;
}

const sources: readonly Source[] = [
  {
    id: 'reports',
    table: 'reports',
    at: 'opened_at',
    columns: ['opened_at', 'state', 'reason'],
    isCounted: (row) => `${row}.opened_at is not null and ${row}.state <> 'pending-code'`,
    names: { report: (row) => `${row}.reason` },
  },
  {
    id: 'opened_cases',
    table: 'cases',
    at: 'opened_at',
    columns: ['opened_at', 'kind'],
    isCounted: (row) => `${row}.opened_at is not null`,
    names: { case: (row) => `${row}.kind` },
  },
  {
    id: 'decided_cases',
    table: 'cases',
    at: 'decided_at',
    columns: ['opened_at', 'decided_at', 'state'],
    isCounted: (row) => `${row}.decided_at is not null and ${row}.state = 'decided'`,
    names: { hours: (row) => `cast((${row}.decided_at - ${row}.opened_at) / 3600000 as text)` },
  },
  {
    id: 'decisions',
    table: 'decisions',
    at: 'at',
    columns: ['at', 'policy', 'source', 'action'],
    isCounted: (row) => `${row}.at is not null`,
    names: {
      policy: (row) => `${row}.policy`,
      source: (row) => `${row}.source`,
      action: (row) => `${row}.action`,
    },
  },
  {
    id: 'appeals',
    table: 'appeals',
    at: 'created_at',
    columns: ['created_at', 'outcome'],
    isCounted: (row) => `${row}.created_at is not null`,
    names: { appeal: (row) => `coalesce(${row}.outcome, 'open')` },
  },
];

/**
 * Counts of the transparency page by month of Lagos, which triggers keep, so that they are right whoever writes: an
 * older version beside this one as well. docs/decisions/024-reports.md.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  await db.schema
    .createTable('transparency_counts')
    .addColumn('month', key, (c) => c.notNull())
    .addColumn('counted', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('transparency_counts_pk', ['month', 'counted', 'name'])
    .execute();
  for (const source of sources) {
    await sql.raw(countAll(source, isPostgres)).execute(db);
    for (const statement of isPostgres ? postgres(source) : sqlite(source))
      await sql.raw(statement).execute(db);
  }
}

/** Lagos is an hour ahead of UTC all year. */
function monthOf(instant: string, isPostgres: boolean): string {
  const seconds = `(${instant} + 3600000) / 1000`;
  return isPostgres
    ? `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM')`
    : `strftime('%Y-%m', ${seconds}, 'unixepoch')`;
}

/** @returns a statement that counts the rows that exist already */
function countAll({ table, at, isCounted, names }: Source, isPostgres: boolean): string {
  const parts = Object.entries(names).map(
    ([counted, name]) => `select ${monthOf(`t.${at}`, isPostgres)}, '${counted}', ${name('t')}, count(*)
      from ${table} as t where ${isCounted('t')} group by 1, 3`,
  );
  return `insert into transparency_counts (month, counted, name, count) ${parts.join(' union all ')}`;
}

/** @returns statements that add `by` to the counts of a row, if it is counted */
function add({ at, isCounted, names }: Source, row: 'new' | 'old', by: 1 | -1, isPostgres: boolean): string {
  const month = monthOf(`${row}.${at}`, isPostgres);
  const statements = Object.entries(names).map(
    ([counted, name]) => `insert into transparency_counts (month, counted, name, count)
      select ${month}, '${counted}', ${name(row)}, ${String(by)} where ${isCounted(row)}
      on conflict (month, counted, name) do update set count = transparency_counts.count + ${String(by)};`,
  );
  return statements.join('\n');
}

/** Deciding a case changes the state of each of its reports, and none of their counts. */
function isChanged({ at, isCounted, names }: Source, comparison: 'is not' | 'is distinct from'): string {
  const parts = [(row: string) => `${row}.${at}`, isCounted, ...Object.values(names)];
  return parts.map((part) => `(${part('new')}) ${comparison} (${part('old')})`).join(' or ');
}

function sqlite(source: Source): string[] {
  const { columns, id, table } = source;
  const [added, removed] = [add(source, 'new', 1, false), add(source, 'old', -1, false)];
  return [
    `create trigger count_${id}_added after insert on ${table} begin ${added} end`,
    `create trigger count_${id}_changed after update of ${columns.join(', ')} on ${table}
       when ${isChanged(source, 'is not')} begin ${removed} ${added} end`,
    `create trigger count_${id}_removed after delete on ${table} begin ${removed} end`,
  ];
}

/**
 * Deferred to the commit, so that a count is locked for the time of a commit only: decisions and reports of other
 * people change the same few rows.
 */
function postgres(source: Source): string[] {
  const { columns, id, table } = source;
  const trigger = (name: string, event: string, condition = ''): string =>
    `create constraint trigger count_${id}_${name} after ${event} on ${table} deferrable initially deferred
       for each row ${condition} execute function count_${id}()`;
  return [
    `create function count_${id}() returns trigger language plpgsql as $$
     begin
       if tg_op <> 'INSERT' then ${add(source, 'old', -1, true)} end if;
       if tg_op <> 'DELETE' then ${add(source, 'new', 1, true)} end if;
       return null;
     end $$`,
    trigger('added', 'insert'),
    trigger('changed', `update of ${columns.join(', ')}`, `when (${isChanged(source, 'is distinct from')})`),
    trigger('removed', 'delete'),
  ];
}
