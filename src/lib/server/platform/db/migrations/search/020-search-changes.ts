import { sql, type Kysely } from 'kysely';

/**
 * A log of the positions whose search entry changed, by which a process keeps its copy of all facet numbers
 * (search/counts/match-memory.ts) as new as each of its reads. Triggers write it, so entries of an older version are
 * logged too. docs/decisions/007-search.md.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const log = (position: string): string => `insert into search_changes (position) values (${position})`;

const sqlite = [
  // Numbers are never given twice, also when the newest rows are removed.
  `create table search_changes (number integer primary key autoincrement, position integer not null)`,
  `create trigger search_changes_added after insert on search_entries begin ${log('new.position')}; end`,
  `create trigger search_changes_facets after update of facets on search_entries begin ${log('new.position')}; end`,
  `create trigger search_changes_gone after delete on search_entries begin ${log('old.position')}; end`,
];

/** As in migration 004: the planner guesses wrong how common a token is. */
const onlyByTokens = `set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '64MB'`;

const postgres = [
  // Transactions can commit in another order than they took numbers; their ids and a snapshot tell which are new.
  `create table search_changes (number bigint generated always as identity primary key, position bigint not null,
     xact xid8 not null default pg_current_xact_id())`,
  `create index search_changes_xact on search_changes (xact)`,
  `create function log_search_change() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then ${log('old.position')}; else ${log('new.position')}; end if;
     return null;
   end $$`,
  `create trigger search_changes_logged after insert or delete or update of facets on search_entries
     for each row execute function log_search_change()`,
  // Eight bytes a position, in any order.
  `create function search_positions(wanted tsquery) returns bytea language plpgsql stable ${onlyByTokens} as $$
   begin
     return (select string_agg(int8send(e.position), ''::bytea)
       from search_entries e where search_tokens(e.beginnings, e.whole) @@ wanted);
   end $$`,
];
